/** The desk's guard (§22.1 to §22.5): who gets in, what they may do, and what is logged. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionsOf, listsOf } from '../../scripts/desk-text.ts';
import { screens } from '../../src/features/desk/screens/index.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { loansOn } from '../samples/loans.ts';
import { operatorsOn, type Claims } from '../samples/operators.ts';
import { peopleOn } from '../samples/people.ts';
import { refundsOn } from '../samples/refunds.ts';
import { runs } from '../runs.ts';
import { testDatabase } from './support/database.ts';

const database = await testDatabase();
const here = onEmbedded(database);
const { query } = here;
const people = peopleOn(here);
const desk = operatorsOn(here);

const owner = await desk.newOperator('owner', 'Meena');
const helper = await desk.newOperator('helper', 'Hari');

const nothing = { refused: 'no_desk' };
const health = { name: 'health' };
const opens = (claims: Claims) => desk.read(claims, health);

const lists = screens.flatMap(listsOf);
const actions = screens.flatMap(actionsOf);
const previews = actions.flatMap(({ preview }) =>
  preview && 'list' in preview ? [preview.list] : [],
);

const entries = async (kind: 'list' | 'action') =>
  people.texts('select name from private.desk_entries() where kind = $1 order by 1', kind);

describe('screens match desk entries', () => {
  test.each([
    ['list', [...lists.map(({ list }) => list), ...previews]],
    ['action', actions.map(({ action }) => action)],
  ] as const)(
    '§22.5 every %s on a screen is a desk entry, and every entry is on a screen',
    async (kind, shown) => {
      expect([...new Set(shown)].toSorted()).toEqual(await entries(kind));
    },
  );

  test('§22.14 the manual explains every button in the chapter about its screen', () => {
    const chapters = readFileSync('docs/operations.md', 'utf8').split(/^## /m);
    const explained = screens.flatMap((screen) => {
      const chapter = chapters.find((text) => text.startsWith(`${screen.label}\n`)) ?? '';
      const tables = chapter.match(/^\| button [\s\S]*?\n\n/gm) ?? [];
      const cells = tables.flatMap(
        (table) => table.match(/(?<=^\| )\w[^|]*(?= \|)/gm)?.slice(1) ?? [],
      );
      const names = cells.flatMap((cell) => cell.trim().split(', '));
      const labels = actionsOf(screen).map(({ label }) => label);
      const links = listsOf(screen).map(
        ({ leadsTo }) => leadsTo?.({ state: 'with_lender' })?.label,
      );
      expect([...labels, ...links], screen.label).toEqual(expect.arrayContaining(names));
      return names;
    });
    expect(explained).toEqual(expect.arrayContaining(actions.map(({ label }) => label)));
  });

  test('§22.5 every desk entry is exactly one view or function in operations', async () => {
    const found =
      await people.texts(`select relname from pg_class where relnamespace = 'operations'::regnamespace and relkind = 'v'
      union all
      select proname from pg_proc where pronamespace = 'operations'::regnamespace`);
    const names = [...(await entries('list')), ...(await entries('action'))];
    expect(names.filter((name) => found.filter((one) => one === name).length !== 1)).toEqual([]);
  });

  test('§22.5 a field that may be left empty has an argument with a default value', async () => {
    const needed =
      await people.texts(`select proname || '.' || unnest(proargnames[:pronargs - pronargdefaults])
      from pg_proc where pronamespace = 'operations'::regnamespace`);
    for (const { action, fields = [] } of actions) {
      for (const { name, kind, optional, clears } of fields) {
        const isLeftOut = optional && !clears && kind !== 'yes';
        expect(isLeftOut ? needed : []).not.toContain(`${action}.${name}`);
      }
    }
  });

  test('§22.5 every argument and column on a screen exists in its function', async () => {
    const signatures = await query(
      `select proname as name, proargnames[:pronargs] as args from pg_proc
      where pronamespace = 'operations'::regnamespace`,
    );
    const argsOf = (name: string) => signatures.find((one) => one['name'] === name)?.['args'] ?? [];
    for (const { action, args = {}, always = {}, fields = [] } of actions) {
      expect(argsOf(action), action).toEqual(
        expect.arrayContaining([
          ...Object.keys(args),
          ...Object.keys(always),
          ...fields.map(({ name }) => name),
        ]),
      );
    }
    for (const { list, args = {}, columns } of lists) {
      expect(argsOf(list), list).toEqual(expect.arrayContaining(Object.keys(args)));
      const known = await people.texts(
        `select attname from pg_attribute where attrelid = to_regclass('operations.' || $1) and attnum > 0
        union
        select unnest(proargnames[pronargs + 1:]) from pg_proc
        where pronamespace = 'operations'::regnamespace and proname = $1
        union
        select attname from pg_proc
        join pg_type on pg_type.oid = prorettype
        join pg_attribute on attrelid = typrelid and attnum > 0
        where pronamespace = 'operations'::regnamespace and proname = $1`,
        list,
      );
      expect(known, list).toEqual(expect.arrayContaining(columns.map(({ name }) => name)));
    }
  });

  test.each([
    ...['refund request R-1', 'dispute d', 'event e', 'webhooks', 'feedback', 'no mentor'],
    ...['mentor says', 'free interviews', 'choice 1', 'rate match 1', 'lender stop', 'messages'],
    'mails',
  ])(
    '§22.6 the task ‘%s’ links a helper only to a list that helpers may read, or has no link',
    async (subject) => {
      const theirs = await people.texts(
        "select name from private.desk_entries() where kind = 'list' and level = 'helper'",
      );
      const health = lists.find(({ list }) => list === 'health');
      const { href = '', has } = health?.leadsTo?.({ subject }) ?? {};
      const target = screens.find(({ name }) => href === `/desk?screen=${name}`);
      const reads = target?.lists(new URLSearchParams()).some(({ list }) => theirs.includes(list));
      expect(has === undefined || theirs.includes(has), href).toBe(reads);
    },
  );

  test('§22.5 an owner can read every list', async () => {
    const member = await people.newMember();
    for (const { list, args = {} } of lists) {
      const real = {
        ...args,
        ...('member' in args && { member: member.id }),
        ...('choice' in args && { choice: randomUUID() }),
      };
      expect(await desk.read(owner.claims, { name: list, args: real }), list).toEqual([
        { rows: expect.any(Array), next: null },
      ]);
    }
  });
});

test('§22.31 every button reports its effect in a sentence', async () => {
  const entries = 'from private.desk_entries() as entries join pg_proc on proname = name';
  const actions = `${entries} where pronamespace = 'operations'::regnamespace and kind = 'action'`;
  expect(await people.texts(`select name ${actions} and prorettype <> 'text'::regtype`)).toEqual(
    [],
  );
  // One or two words would not make a sentence.
  const bare = String.raw`\y(return|select) '[a-z]+( [a-z]+)?';`;
  expect(await people.texts(`select name ${actions} and prosrc ~ $1`, bare)).toEqual([]);
});

test('§22.32 a preview changes nothing, and is refused whenever the action itself would be', async () => {
  const args = { name: 'Tried', institute: 'IIM', email: 'tried@example.com' };
  const before = await people.count('private.actions');
  expect(await desk.attempt(helper.claims, 'add_mentor', args)).toEqual({
    done: 'Mentor Tried is added.',
  });
  expect(await people.count("private.mentors where name = 'Tried'")).toBe(0);
  expect(await people.count('private.actions')).toBe(before);
  expect(await desk.attempt(helper.claims, 'add_mentor', { ...args, email: 'x' })).toMatchObject({
    ...{ refused: 'stopped', why: 'mentors_email_check', field: 'email' },
  });
  expect(await desk.attempt(helper.claims, 'add_code', { percent: 10 })).toEqual(nothing);
  expect(await desk.attempt(owner.claims, 'add_code', { percent: 10 })).toEqual({
    done: 'Made: A code that no one can guess takes 10% off every pack, for everyone, as often as they like, with no last day.',
  });
});

describe('only approved operators can open the desk', () => {
  test('§22.3 an operator with an approved second factor can open the desk', async () => {
    expect(await desk.status(owner.claims)).toMatchObject({
      state: 'open',
      name: 'Meena',
      level: 'owner',
    });
    expect(await opens(owner.claims)).toEqual([{ rows: expect.any(Array), next: null }]);
  });

  test('§22.1 the desk responds to a member as if the desk did not exist, and logs the attempt', async () => {
    const { id } = await people.newMember();
    const claims = await desk.newSession(id, await desk.newFactor(id));
    expect(await desk.status(claims)).toEqual({ state: 'none' });
    expect(await opens(claims)).toEqual(nothing);
    expect(await desk.press(claims, 'approve_refund', { request: 'R-1' })).toEqual(nothing);
    expect(await desk.document(claims, randomUUID())).toBeNull();
    const tried = await query('select action, outcome from private.actions where member_id = $1', [
      id,
    ]);
    expect(tried).toEqual(
      ['read', 'approve_refund', 'document'].map((action) => ({ action, outcome: 'refused' })),
    );
  });

  test('§22.1 the log records up to twenty of a member’s refused attempts a day', async () => {
    const { id } = await people.newMember();
    const claims = await desk.newSession(id, null);
    for (let tries = 0; tries < 25; tries += 1) await desk.press(claims, 'add_operator');
    expect(await people.count('private.actions where member_id = $1', id)).toBe(20);
  });

  test('§22.3 a password without a code does not open the desk', async () => {
    const claims = await desk.newSession(owner.id, null);
    expect(await desk.status(claims)).toMatchObject({ state: 'code' });
    expect(await opens(claims)).toEqual(nothing);
  });

  test('§22.3 a token that claims aal2 does not open the desk without the matching session', async () => {
    const claims = await desk.newSession(owner.id, null);
    expect(await opens({ ...claims, aal: 'aal2', amr: owner.claims.amr })).toEqual(nothing);
    expect(await opens({ ...owner.claims, aal: 'aal1' })).toEqual(nothing);
    expect(await opens({ ...owner.claims, session_id: randomUUID() })).toEqual(nothing);
    expect(
      await opens({ ...owner.claims, sub: helper.id }),
      'a token of another login is refused',
    ).toEqual(nothing);
  });

  test('§22.2 an authenticator opens the desk only after an owner has approved it', async () => {
    const { id, email } = await desk.addOperator('helper', 'Asha');
    const first = await desk.newSession(id, null);
    expect(await desk.status(first)).toEqual({ state: 'enrol', waiting: [] });
    const factor = await desk.newFactor(id);
    const claims = await desk.newSession(id, factor);
    expect(await desk.status(claims)).toEqual({ state: 'waits', waiting: [factor.slice(0, 6)] });
    expect(await opens(claims)).toEqual(nothing);
    const approve = { email, code: factor.slice(0, 6) };
    expect(await desk.press(helper.claims, 'approve_factor', approve)).toEqual(nothing);
    expect(await desk.press(owner.claims, 'approve_factor', approve)).toEqual({
      done: 'Asha can open the desk with this authenticator.',
    });
    expect(
      await people.texts('select did from operations.log where member = $1 order by id', id),
      '§22.36',
    ).toEqual([
      'gave someone access to the desk: helper',
      'tried to read the desk',
      `approved an authenticator: approval code ${approve.code}`,
    ]);
    expect(await opens(claims)).not.toEqual(nothing);
    const second = await desk.newFactor(id);
    expect(
      await opens(await desk.newSession(id, second)),
      'an authenticator added later is refused',
    ).toEqual(nothing);
  });

  test('§22.2 a deleted or removed authenticator does not open the desk', async () => {
    const other = await desk.newOperator('helper');
    expect(await opens(other.claims)).not.toEqual(nothing);
    await desk.press(owner.claims, 'drop_factor', {
      email: other.email,
      code: other.factor.slice(0, 6),
    });
    expect(await opens(other.claims)).toEqual(nothing);
    const another = await desk.newOperator('helper');
    await query('delete from auth.mfa_factors where id = $1', [another.factor]);
    expect(await opens(another.claims)).toEqual(nothing);
  });

  test('§22.2 an operator can have two authenticators, and an owner cannot approve a third', async () => {
    const other = await desk.newOperator('helper');
    const [second, third] = [await desk.newFactor(other.id), await desk.newFactor(other.id)];
    const approve = (factor: string) =>
      desk.press(owner.claims, 'approve_factor', { email: other.email, code: factor.slice(0, 6) });
    expect(await approve(second)).toEqual({
      done: 'Meena can open the desk with this authenticator.',
    });
    expect(await approve(third)).toMatchObject({
      refused: 'stopped',
      says: 'Meena already has two authenticators. Remove one first.',
    });
  });

  test('§22.2 an operator who is removed loses access at the next request, and an old token stays invalid even if they return', async () => {
    const other = await desk.newOperator('helper');
    expect(await desk.press(owner.claims, 'end_operator', { email: other.email })).toEqual({
      done: 'Meena can no longer open the desk.',
    });
    expect(await opens(other.claims)).toEqual(nothing);
    expect(await desk.status(other.claims)).toEqual({ state: 'none' });
    await desk.press(owner.claims, 'add_operator', { email: other.email, level: 'helper' });
    await query('select operations.approve_factor($1, $2)', [
      other.email,
      other.factor.slice(0, 6),
    ]);
    expect(await opens({ ...other.claims, iat: other.claims.iat - 60 })).toEqual(nothing);
    expect(await desk.status({ ...other.claims, iat: other.claims.iat - 60 })).toMatchObject({
      state: 'sign_in',
    });
  });

  test('§22.2 a wrong code or email is refused with the reason, and capitals and spaces do not matter', async () => {
    const other = await desk.newOperator('helper');
    const waiting = await desk.newFactor(other.id);
    const says = async (name: string, args: Row) =>
      ((await desk.press(owner.claims, name, { email: other.email, ...args })) as Row)['says'];
    const wrong = { code: '000000' };
    expect(await says('approve_factor', wrong)).toBe(
      'No authenticator of Meena with this code is waiting for approval. Ask for the code again.',
    );
    expect(await says('drop_factor', wrong)).toBe(
      'Meena has no authenticator with this code. The list shows the codes.',
    );
    const stranger = { email: 'nobody@example.com' };
    expect(await says('add_operator', { ...stranger, level: 'helper' })).toContain(
      'No one has signed up',
    );
    expect(await says('end_operator', stranger)).toBe(
      'nobody@example.com has no access to the desk.',
    );
    const typed = { email: ` ${other.email.toUpperCase()} ` };
    const code = { ...typed, code: ` ${waiting.slice(0, 6).toUpperCase()} ` };
    for (const [name, args] of Object.entries({
      approve_factor: code,
      drop_factor: code,
      add_operator: { ...typed, level: 'owner' },
      end_operator: typed,
    })) {
      expect(await desk.press(owner.claims, name, args), name).toHaveProperty('done');
    }
    const ended = /^Meena's access has (?:already )?ended/;
    expect(await says('end_operator', {})).toMatch(ended);
    expect(await says('approve_factor', { code: waiting.slice(0, 6) })).toMatch(ended);
  });

  test('§22.30 the last owner who can get in can neither be removed, demoted nor erased', async () => {
    const stays = {
      says: 'At least one owner with an approved authenticator must stay. Add another owner first.',
    };
    const tries = async () => [
      await desk.press(owner.claims, 'end_operator', { email: owner.email }),
      await desk.press(owner.claims, 'add_operator', { email: owner.email, level: 'helper' }),
      await desk.press(owner.claims, 'drop_factor', {
        email: owner.email,
        code: owner.factor.slice(0, 6),
      }),
    ];
    const closes = () => query('select public.erase_account($1, false)', [owner.id]);
    for (const said of await tries()) expect(said).toMatchObject(stays);
    await expect(closes()).rejects.toThrow('one_owner_stays');
    // These two let no one in: one has no authenticator yet, the other's account was closed.
    await desk.addOperator('owner', 'Ravi');
    const gone = await desk.newOperator('owner', 'Gone');
    await query('select public.erase_account($1, false)', [gone.id]);
    expect(
      await query(
        "select name, factors from private.operators where name = 'Gone' and ended_at is not null",
      ),
    ).toEqual([{ name: 'Gone', factors: [] }]);
    for (const said of await tries()) expect(said).toMatchObject(stays);
    await expect(closes()).rejects.toThrow('one_owner_stays');
    const other = await desk.newOperator('owner', 'Other');
    const [closed] = await query('select public.may_close($1) as may', [other.id]);
    expect(closed, 'one of two owners with access may leave').toEqual({ may: true });
    await desk.press(owner.claims, 'end_operator', { email: other.email });
  });
});

describe('an operator’s rights', () => {
  test('§22.3 a helper is refused every list, button and document meant for owners', async () => {
    const owned = await query(
      "select name, kind from private.desk_entries() where level = 'owner'",
    );
    expect(owned.length).toBeGreaterThan(30);
    for (const { name, kind } of owned) {
      const answer =
        kind === 'list'
          ? await desk.read(helper.claims, { name })
          : await desk.press(helper.claims, String(name));
      expect(answer, String(name)).toEqual(nothing);
    }
    expect(await desk.document(helper.claims, randomUUID())).toBeNull();
  });

  test.each([
    ['the code was entered 16 minutes ago', [16]],
    ['the token does not say that a code was ever entered', []],
  ])('§22.4 actions on money and documents need a new code if %s', async (_when, minutes) => {
    const { iat } = owner.claims;
    const codes = minutes.map((ago) => ({ method: 'totp', timestamp: iat - ago * 60 }));
    const stale = { ...owner.claims, amr: [{ method: 'password', timestamp: iat }, ...codes] };
    const asked = { refused: 'needs_code' };
    expect(await opens(stale)).not.toEqual(nothing);
    const fresh = await query(
      "select name from private.desk_entries() where needs_code and kind = 'action'",
    );
    for (const { name } of fresh) expect(await desk.press(stale, String(name))).toEqual(asked);
    const sheet = { name: 'details_for_lender', args: { choice: randomUUID() } };
    expect(await desk.read(stale, sheet)).toEqual(asked);
    expect(await desk.document(stale, randomUUID())).toEqual(asked);
  });

  test.each([
    ['a name that is not an entry', 'read_log_file', {}],
    ['SQL in a name', 'cancel_slot(null); drop table private.actions; --', {}],
    ['a function that is not an entry', 'open_refunds', {}],
    ['an argument that is not the function’s', 'cancel_slot', { slot: randomUUID(), p_now: '1' }],
    ['SQL in an argument’s name', 'cancel_slot', { 'slot => null) --': 'x' }],
  ])('§22.5 the desk refuses %s', async (_what, action, args) => {
    expect(await desk.press(owner.claims, action, args)).toEqual(nothing);
  });

  test('§22.5 spaces around a value are ignored', async () => {
    expect(
      await desk.press(owner.claims, 'add_large_domain', { domain: ' college.example ' }),
    ).toEqual({
      done: 'Addresses at college.example no longer count towards the limit on free interviews.',
    });
  });

  test('§22.16 mail providers are not among the colleges that the desk lists and removes', async () => {
    await desk.press(owner.claims, 'add_large_domain', { domain: 'own.example' });
    const listed = await people.texts('select domain from operations.large_domains');
    expect(listed).toContain('own.example');
    expect(listed).not.toContain('gmail.com');
    expect(
      await desk.press(owner.claims, 'remove_large_domain', { domain: 'gmail.com' }),
    ).toMatchObject({ says: 'gmail.com is not on the list.' });
    await desk.press(owner.claims, 'remove_large_domain', { domain: 'own.example' });
    expect(await people.texts('select domain from operations.large_domains')).not.toContain(
      'own.example',
    );
  });

  test('§22.5 SQL in a value is treated as text', async () => {
    expect(
      await desk.press(owner.claims, 'cancel_slot', { slot: "'); drop table private.actions; --" }),
    ).toMatchObject({ refused: 'stopped', why: 'not_uuid', field: 'slot' });
    expect(await desk.press(owner.claims, 'cancel_slot')).toMatchObject({
      why: 'missing',
      field: 'slot',
    });
  });

  test('§22.3 a member who is not an operator can neither read nor change anything, whatever they send', async () => {
    const { id } = await people.newMember();
    const claims = await desk.newSession(id, await desk.newFactor(id));
    const name = fc.constantFrom(...(await entries('list')), ...(await entries('action')), 'x');
    await fc.assert(
      fc.asyncProperty(name, fc.dictionary(fc.string(), fc.jsonValue()), async (entry, args) => {
        expect(await desk.read(claims, { name: entry, args })).toEqual(nothing);
        expect(await desk.press(claims, entry, args)).toEqual(nothing);
      }),
      runs(20),
    );
  });

  test('§22.8 the eleventh payment from the desk within an hour is stopped, whichever owner made the others', async () => {
    const other = await desk.newOperator('owner', 'Omar');
    await query(
      `insert into private.actions (operator_id, way, action, at)
      select id, 'desk', 'approve_refund', now() - minutes * interval '1 minute'
      from private.operators, unnest(array[61, 59]) as minutes, generate_series(1, 5) where user_id = $1`,
      [other.id],
    );
    const approve = () => desk.press(owner.claims, 'approve_refund', { request: 'R-1' });
    expect(await approve(), 'refunds older than an hour do not count').toMatchObject({
      refused: 'stopped',
    });
    const sessions = refundsOn(here);
    const { id } = await people.newMember();
    const pack = await sessions.newPack(id);
    for (let held = 0; held < 5; held += 1) {
      const { id: booking } = await sessions.hold(id, pack);
      const refunded = await desk.press(other.claims, 'refund_session', { booking });
      expect(refunded, 'a refund of a session counts once').toMatchObject({
        done: expect.any(String),
      });
    }
    expect(await approve()).toEqual({ refused: 'too_many' });
    const decline = { request: 'R-1', reason: 'No' };
    expect(
      await desk.press(owner.claims, 'decline_refund', decline),
      'a step that pays nothing is not limited',
    ).toMatchObject({ refused: 'stopped' });
  });
});

describe('the desk’s log', () => {
  test('§22.7 the log records actions from the desk as well as from the SQL editor', async () => {
    const add = { name: 'A mentor', institute: 'IIM', email: 'mentor@example.com' };
    expect(await desk.press(helper.claims, 'add_mentor', add)).toEqual({
      done: 'Mentor A mentor is added.',
    });
    await query("select operations.add_mentor('Another', 'IIM', 'b@example.com')");
    const log = await query(
      "select who, way, outcome from operations.log where action = 'add_mentor' order by id desc limit 2",
    );
    expect(log).toEqual([
      { who: 'sql', way: 'sql', outcome: 'done' },
      { who: 'Hari', way: 'desk', outcome: 'done' },
    ]);
  });

  test('§22.7 the log also records an action that the function refuses', async () => {
    const slot = randomUUID();
    expect(await desk.press(helper.claims, 'cancel_slot', { slot })).toMatchObject({
      refused: 'stopped',
    });
    const last = async () => {
      const [entry] = await query('select who, did, ended from operations.log order by id desc');
      return entry;
    };
    expect(await last()).toEqual({
      who: 'Hari',
      did: 'tried to close a time',
      ended:
        'Refused: One of these times has started or is already closed, so we closed none. Reload the list and select again.',
    });
    await desk.press(owner.claims, 'add_operator', { email: 'x@example.com', level: 'helper' });
    expect(await last(), 'the sentence without the address').toMatchObject({
      did: 'tried to give someone access to the desk',
      ended: 'Refused: No one has signed up with …. Ask the person to do that first.',
    });
  });

  test('§22.7 every function in operations that changes something writes to the log', async () => {
    const silent = await people.texts(`select proname from pg_proc
      where pronamespace = 'operations'::regnamespace and provolatile = 'v'
        and prosrc !~ '\\.(log_action|log_refund|move_choice|move_match|note_answer|open_times|cancel_slots|turn)\\('`);
    expect(silent).toEqual([]);
  });

  test('§22.7 no one can change, delete or truncate log entries', async () => {
    const grows = /log_only_grows/;
    await expect(query("update private.actions set outcome = 'x'")).rejects.toThrow(grows);
    await expect(query('delete from private.actions')).rejects.toThrow(grows);
    await expect(query('truncate private.actions')).rejects.toThrow(grows);
  });

  test('§22.7 the log keeps entries for a year, and entries about money for eight years', async () => {
    const old = (action: string, years: string, details = '{}') =>
      query(
        "insert into private.actions (way, action, at, details) values ('sql', $1, now() - $2::interval, $3)",
        [action, years, details],
      );
    const money = '{"rupees": 699}';
    await old('old reading', '1 year 1 day');
    await old('new reading', '11 months');
    await old('old money', '8 years 1 day', money);
    await old('new money', '7 years', money);
    await query('select public.forget_old_log()');
    expect(
      await people.texts(
        "select action from private.actions where action ~ '^(old|new) (reading|money)$' order by 1",
      ),
    ).toEqual(['new money', 'new reading']);
  });

  test.each([
    ['log', 'id', 'id desc'],
    ['payments', 'payment', 'paid_at desc, payment desc'],
    ['members', 'member_id', 'signed_up desc, member_id desc'],
    ['loan_requests', 'request', 'joined_at desc, request desc'],
    // Half of the messages are answered, every third looks like advertising, and many share a day.
    ['open_messages', 'number', 'is_aside, is_answered_question, settle_by, number'],
  ])('§22.6 the pages of the list %s together contain every row', async (name, key, order) => {
    await query(`insert into private.messages
      (idempotency_key, about, name, email, body, is_aside, settle_by, answered_at)
    select gen_random_uuid(), 'question', 'Asha', 'asha@example.com', 'How?', n % 3 = 0,
      current_date + n % 4, case when n % 2 = 0 then now() end
    from generate_series(1, 120) as n`);
    await fillLists();
    const all = await people.texts(`select ${key} from operations.${name} order by ${order}`);
    const seen: unknown[] = [];
    let after: unknown;
    do {
      const answer = await desk.read(owner.claims, { name, ...(after ? { after } : {}) });
      const [page] = answer as [{ rows: Record<string, unknown>[]; next: unknown }];
      seen.push(...page.rows.map((row) => String(row[key])));
      after = page.next;
    } while (after);
    expect(seen).toEqual(all);
  });
});

/** More members, payments and loan requests than a page has, many with the same timestamp. */
async function fillLists() {
  if ((await people.count('private.loan_requests')) > 100) return;
  await query(`
    with made as (
      insert into auth.users (id, email, created_at)
      select gen_random_uuid(), 'list' || n || '@example.com', now() from generate_series(1, 120) as n
      returning id
    ), bought as (
      insert into public.orders (user_id, pack, amount, receipt, idempotency_key)
      select id, 'single', 69900, left(id::text, 30), gen_random_uuid() from made
      returning id
    ), paid as (
      insert into public.payments (id, order_id, amount, currency, status, provider_created_at)
      select 'pay_' || left(id::text, 8), id, 69900, 'INR', 'failed', date_trunc('hour', now()) from bought
      returning id
    )
    select count(*) from paid`);
  await query(`
    insert into private.loan_requests (member_id, institute, programme, stage, course_starts, course_months,
      amount, term_months, co_applicant, city)
    select id, 'IIM Indore', 'MBA', 'applied', date_trunc('month', now() + interval '15 months')::date, 24,
      150000000, 96, 'none', 'Delhi'
    from auth.users where email like 'list%'`);
}

describe('filters and pages', () => {
  const payments = (where: Row, more: Row = {}) =>
    desk.read(owner.claims, { name: 'payments', where, ...more });
  const found = async (where: Row) => {
    const [page] = (await payments(where)) as [{ rows: Row[] }];
    return page.rows;
  };

  test('§22.27 payments are filtered by date in Indian time, by state and by pack', async () => {
    await query(`with bought as (
        insert into public.orders (pack, amount, receipt, idempotency_key)
        values ('super-value', 239900, 'night', gen_random_uuid()) returning id
      )
      insert into public.payments (id, order_id, amount, currency, status, provider_created_at)
      select 'pay_night', id, 239900, 'INR', 'authorized', '2026-03-01T00:15:00+05:30' from bought`);
    const night = [expect.objectContaining({ payment: 'pay_night', amount: 2399 })];
    const day = '2026-03-01';
    expect(await found({ from: day, to: day })).toEqual(night);
    expect(await found({ to: '2026-02-28' })).toEqual([]);
    expect(await found({ status: 'authorized', pack: 'super-value' })).toEqual(night);
    expect(await found({ status: 'authorized', pack: 'single' })).toEqual([]);
    expect(await found({ status: "x' or true --" })).toEqual([]);
    await query('set enable_seqscan = off');
    const plan = await people.texts(
      `explain select * from operations.payments where status = 'refunded'
      order by paid_at desc, payment desc limit 51`,
    );
    await query('reset enable_seqscan');
    expect(plan.join('\n')).toMatch(/payments_status/);
  });

  test('§22.5 a list accepts only its own filters', async () => {
    expect(await payments({ email: 'a@example.com' })).toEqual(nothing);
    const log = { name: 'log', where: { who: 'Meena' } };
    expect(await desk.read(owner.claims, log)).toEqual(nothing);
  });

  test('§22.7 §22.27 saving a list as a file reads a thousand rows at a time and is logged', async () => {
    await fillLists();
    const [page] = (await payments({}, { most: 1000 })) as [{ rows: Row[]; next: unknown }];
    expect(page.rows.length).toBeGreaterThan(100);
    const [entry] = await query('select who, did from operations.log order by id desc limit 1');
    expect(entry).toEqual({ who: 'Meena', did: 'saved a list: payments' });
  });

  test('§22.27 the list of new members leaves out operators and sample accounts', async () => {
    const { id } = await people.newMember();
    await people.newMember({ email: 'sample.member.1@members.example.com' });
    const [page] = (await desk.read(owner.claims, { name: 'members' })) as [{ rows: Row[] }];
    const ids = await people.texts('select member_id from operations.members');
    expect(page.rows[0]).toMatchObject({ member_id: id, packs: 0, is_verified: false });
    expect(ids).not.toContain(owner.id);
    expect(await people.count("operations.members where email like 'sample%'")).toBe(0);
  });

  test('§22.27 the loan group of an intake shows its members and the sum of their amounts', async () => {
    await fillLists();
    const intake = await people.one<number>(
      'select intake from operations.loan_groups order by 1 limit 1',
    );
    const groups = await query('select * from operations.loan_groups where intake = $1', [intake]);
    const [sums] = await query(
      `select count(*)::integer as members, (sum(amount) / 100)::integer as sum from private.loan_requests
      where left_at is null and intake_year = $1`,
      [intake],
    );
    expect(groups).toMatchObject([{ ...sums, average: expect.any(Number) }]);
    const where = { intake: String(intake) };
    const [page] = (await desk.read(owner.claims, { name: 'loan_requests', where })) as [
      { rows: Row[] },
    ];
    expect(page.rows.length).toBe(Math.min(50, Number(sums?.['members'])));
    expect(page.rows.every((row) => row['intake'] === intake)).toBe(true);
  });
});

describe('the Today screen', () => {
  const waits = async () => {
    const rows = await query('select screen, what, found from operations.waiting');
    return Object.fromEntries(rows.map(({ what, found }) => [String(what), Number(found)]));
  };
  const news = async (claims: Claims) => {
    const [page] = (await desk.read(claims, { name: 'news' })) as [{ rows: Row[] }];
    return Object.fromEntries(page.rows.map(({ what, found }) => [String(what), Number(found)]));
  };

  test('§22.25 a refund, a message and a loan choice appear on Today and in the navigation bar right away', async () => {
    const before = await waits();
    const sessions = refundsOn(here);
    const { id } = await people.newMember();
    await sessions.ask(id, await sessions.newPack(id));
    await query(`insert into private.messages (idempotency_key, about, name, email, body, settle_by, is_aside)
      select gen_random_uuid(), 'question', 'Asha', 'asha@example.com', 'How?', current_date + 30, aside
      from unnest(array[false, true]) as aside`);
    await loansOn(here).newChoice();
    const dates = await people.texts(
      'select coalesce(due, private.india_day(oldest))::text from operations.waiting',
    );
    expect(dates, 'by date').toEqual(dates.toSorted());
    const after = await waits();
    const [sum] = await query(
      `select amount > 0 as has_sum, due >= private.india_day(now()) as has_day
      from operations.waiting where what = 'refund'`,
    );
    expect(sum).toEqual({ has_sum: true, has_day: true });
    expect(after['refund']).toBe((before['refund'] ?? 0) + 1);
    expect(after['choice']).toBe((before['choice'] ?? 0) + 1);
    expect(after['message'], 'a message that looks like advertising does not count').toBe(
      Math.min(100, (before['message'] ?? 0) + 1),
    );
    const { waiting } = (await desk.status(owner.claims)) as { waiting: Row };
    expect(waiting).toMatchObject({ money: after['refund'], loan: after['choice'] });
    const told = Object.keys(await news(owner.claims));
    for (const what of ['refund', 'choice', 'message']) {
      expect(told, 'what waits is not told twice').not.toContain(what);
    }
  });

  test('§22.26 anything new is counted from the end of the operator’s last visit, and helpers do not see new sales', async () => {
    const other = await desk.newOperator('owner', 'Nina');
    const set = (seen: string, visited: string) =>
      query(
        `update private.operators set seen_at = now() - $2::interval, visited_at = now() - $3::interval
        where user_id = $1`,
        [other.id, seen, visited],
      );
    const { id } = await people.newMember();
    await refundsOn(here).newPack(id);
    await set('5 minutes', '2 minutes');
    const within = await news(other.claims);
    expect(within, 'a sale during the same visit is still news').toMatchObject({
      sale: expect.any(Number),
    });
    await query("update public.payments set provider_created_at = now() - interval '3 hours'");
    await set('2 hours', '3 days');
    const later = await news(other.claims);
    expect(later['sale']).toBeUndefined();
    const [visit] = await query(
      `select now() - visited_at between interval '119 minutes' and interval '121 minutes' as left_then
      from private.operators where user_id = $1`,
      [other.id],
    );
    expect(visit).toEqual({ left_then: true });
    expect(Object.keys(await news(helper.claims))).not.toEqual(expect.arrayContaining(['sale']));
  });

  test('§22.14 the figures for the last eight weeks leave out operators’ purchases and sign-ups', async () => {
    const last = async () => {
      const rows = await query('select * from operations.weeks');
      expect(rows).toHaveLength(8);
      return rows.at(-1) ?? {};
    };
    const before = await last();
    const { id } = await people.newMember();
    await refundsOn(here).newPack(id);
    await desk.addOperator('helper');
    const after = await last();
    const grown = (name: string) => Number(after[name]) - Number(before[name]);
    expect([grown('received'), grown('sign_ups')]).toEqual([2399, 1]);
  });

  test('§22.14 the agenda lists today’s and tomorrow’s booked sessions', async () => {
    const sessions = bookingsOn(here);
    const soon = await sessions.newBooked(20);
    const late = await sessions.newBooked(72);
    const slots = await people.texts('select slot from operations.agenda');
    const slotOf = (booking: string) =>
      people.one<string>('select slot_id from private.bookings where id = $1', [booking]);
    expect(slots).toContain(await slotOf(soon.booking.id));
    expect(slots).not.toContain(await slotOf(late.booking.id));
  });
});

test('§22.9 an owner can open a written offer, a helper cannot, and no operator can open a session’s file', async () => {
  const [sessions, loans] = [bookingsOn(here), loansOn(here)];
  const { id, booking } = await sessions.newBooked(60);
  const cv = await sessions.addFile(id, booking);
  const borrower = await loans.newBorrower();
  const { file, path } = await loans.addMatch(borrower.id);
  const shown = { path, type: 'application/pdf', purpose: 'offer' };
  expect(await desk.document(owner.claims, file)).toEqual(shown);
  expect(await desk.logOf(file)).toMatchObject([
    { who: 'Meena', action: 'document', member: borrower.id },
  ]);
  expect(await desk.document(helper.claims, file)).toBeNull();
  expect(await desk.document(owner.claims, String(cv['id']))).toBeNull();
});

test('§22.2 §22.4 §22.7 §22.8 only the listed entries pay out money, need a code or are logged, and no helper’s entry pays out money or needs a code', async () => {
  const names = (what: string) =>
    people.texts(`select name from private.desk_entries() where ${what} order by name collate "C"`);
  expect(await names('pays')).toEqual([
    ...['approve_refund', 'grant_discount', 'pay_refund', 'refund_session', 'return_payment'],
  ]);
  expect(await names('is_logged')).toEqual([
    ...['find', 'member_bookings', 'member_facts', 'member_free_interview', 'member_loan'],
    ...['member_mails', 'member_matters', 'member_messages', 'member_packs', 'member_refunds'],
    ...['message_facts', 'past_sessions', 'payment_facts', 'refund_facts', 'timeline'],
  ]);
  expect(await names('needs_code')).toEqual([
    ...['add_code', 'add_operator', 'approve_factor', 'approve_refund', 'details_for_lender'],
    ...['drop_factor', 'drop_mails', 'end_code', 'end_operator', 'end_pack', 'grant_discount'],
    ...['hand_over', 'pay_refund', 'record_purchase', 'record_transfer', 'refund_by_transfer'],
    ...['refund_session', 'release_mails', 'return_payment', 'send_announcement', 'send_to_lender'],
    ...['start', 'stop', 'undo_hand_over', 'undo_purchase'],
  ]);
  expect(await names("level = 'owner' and needs_code is false and kind = 'action'")).not.toEqual(
    [],
  );
  expect(await names("level = 'helper' and (needs_code or pays)")).toEqual([]);
});

test.each([
  [false, false],
  [true, false],
  [false, true],
])(
  '§22.2 a member becomes an operator only with an address both confirmed (%s) and verified (%s)',
  async (confirmed, proven) => {
    const { id, email } = await people.newMember({ proven });
    if (confirmed)
      await query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    const added = query("select operations.add_operator($1, 'owner')", [email]);
    await expect(added).rejects.toThrow('is not verified yet');
  },
);

test('§22.2 an operator whose level changes has to log in again, with the same authenticator', async () => {
  const other = await desk.newOperator('owner');
  await query("update private.operators set since = now() - interval '1 hour' where user_id = $1", [
    other.id,
  ]);
  const before = { ...other.claims, iat: other.claims.iat - 60 };
  expect(await opens(before)).not.toEqual(nothing);
  await desk.press(owner.claims, 'add_operator', { email: other.email, level: 'helper' });
  expect(await opens(before)).toEqual(nothing);
  expect(await desk.status(before)).toMatchObject({ state: 'sign_in' });
  expect(await opens({ ...other.claims, iat: other.claims.iat + 60 })).not.toEqual(nothing);
});

test('§22.36 every view of a person’s data is logged, once for all lists on a page', async () => {
  const { id } = await people.newMember();
  const looks = await people.texts('select name from private.desk_entries() where is_logged');
  const { payment } = await people.one<{ payment: string }>('select $1::json', [
    JSON.stringify({ payment: `pay_${randomUUID().slice(0, 8)}` }),
  ]);
  const argsOf = (name: string): Row =>
    name.startsWith('member_') || name === 'timeline'
      ? { member: id, ...(name === 'timeline' && { subject: id }) }
      : name === 'find'
        ? { words: 'Asha Rao' }
        : name === 'refund_facts'
          ? { request: 'R-10001' }
          : name === 'message_facts'
            ? { number: 1042 }
            : { payment };
  for (const name of looks) {
    const before = await people.count('private.actions');
    await desk.read(owner.claims, { name, args: argsOf(name) });
    expect(await people.count('private.actions'), name).toBe(before + 1);
    const [entry] = await query('select * from private.actions order by id desc limit 1');
    const { member, ...others } = argsOf(name);
    const about = name === 'find' ? '' : String(Object.values(others)[0] ?? member);
    expect(entry).toMatchObject({ action: name, about, outcome: 'done' });
  }
  const before = await people.count('private.actions');
  await desk.read(
    owner.claims,
    ...['member_facts', 'member_packs', 'timeline'].map((name) => ({ name, args: argsOf(name) })),
  );
  expect(await people.count('private.actions')).toBe(before + 1);
});

test('§22.36 every refused action is logged with its subject and without the typed text', async () => {
  const stale = {
    ...owner.claims,
    amr: [{ method: 'totp', timestamp: owner.claims.iat - 16 * 60 }],
  };
  const { id } = await people.newMember();
  const typed = '=HYPERLINK("x")\n\u202e';
  const lastOf = async () => {
    const [entry] = await query(
      'select action, about, member, outcome, details from operations.log order by id desc limit 1',
    );
    return entry;
  };
  await desk.press(stale, 'approve_refund', { request: 'R-10001' });
  expect(await lastOf()).toMatchObject({
    ...{ action: 'approve_refund', about: 'R-10001', outcome: 'needs code' },
  });
  await desk.press(owner.claims, 'book_for', { member: id, slot: randomUUID() });
  expect(await lastOf()).toMatchObject({ action: 'book_for', member: id });
  await desk.read(owner.claims, { name: 'payment_facts', args: { payment: typed.repeat(200) } });
  expect(await lastOf()).toMatchObject({ action: 'payment_facts', about: '' });
  const stranger = await people.newMember();
  const claims = await desk.newSession(stranger.id, null);
  for (const name of [typed, '', 'x'.repeat(5000), 'desk', null]) {
    expect(await desk.press(claims, name as string), String(name)).toEqual(nothing);
    expect(await lastOf()).toMatchObject({ action: 'unknown', member: stranger.id });
  }
  expect(await desk.read(owner.claims, { name: 'log', args: { x: 1 } })).toEqual(nothing);
  for (const args of [null, [], 'x', 1] as unknown as Row[])
    expect(await desk.press(owner.claims, 'add_code', args)).toEqual(nothing);
});

test('§22.36 a log entry reads as a sentence and links to the person or subject it is about', async () => {
  const { id } = await people.newMember({ firstname: 'Asha' });
  const mentor = await people.one<string>('select id::text from private.mentors limit 1');
  const loans = loansOn(here);
  const lender = await loans.newLender();
  const bank = await people.one('select name from private.lenders where id = $1', [lender]);
  const offer = await loans.newOffer({ lender });
  const borrower = (await loans.newBorrower()).id;
  const choice = await loans.chooseShown(borrower, offer);
  await query("select operations.add_code(percent => 10, code => 'SEASON27')");
  const entries: [unknown[], Row][] = [
    [
      ['approve_refund', 'R-10001', id, { rupees: 699 }],
      { did: 'approved a refund', number: 'R-10001', subject: 'refund', name: 'Asha' },
    ],
    [
      ['return_payment', 'pay_abc', null, { rupees: 699, request: 'R-10002' }],
      { did: 'refunded a payment', number: 'pay_abc', subject: 'payment' },
    ],
    [
      [
        'open_slots',
        mentor,
        null,
        { opened: 4, kind: 'interview', from: '2026-12-01', to: '2026-12-12' },
      ],
      {
        did: 'opened times: 4 interviews, 1 Dec 2026 to 12 Dec 2026',
        ...{ number: '', name: 'Meera' },
      },
    ],
    [
      ['record_purchase', '012345678901', null, { rupees: 699, pack: 'super-value' }],
      { did: 'recorded a purchase: Super Value Pack', number: '012345678901', subject: 'payment' },
    ],
    [
      ['details_sent', choice, borrower, {}],
      { did: `sent details to a lender: ${String(bank)}`, number: '', member: borrower },
    ],
    [
      ['add_offer', offer, null, { lender, rate: 9.9 }],
      { did: 'added an offer: 9.9%', name: bank },
    ],
    [['add_code', 'SEASON27', null, {}], { did: 'made a discount code: 10% off' }],
    [['reply_to_message', '7', null, { settled: false }], { did: 'answered a message' }],
    [
      ['approve_factor', '1', owner.id, { factor: 'cb55a6' }],
      { did: 'approved an authenticator: approval code cb55a6', member: owner.id },
    ],
    [
      ['show_mentor', mentor, null, { shown: true }],
      { did: 'changed what visitors see of a mentor: visitors see them' },
    ],
    [
      ['replace_mentor', randomUUID(), null, { mentor: Number(mentor) }],
      { did: 'changed a session’s mentor', number: '', name: 'Meera' },
    ],
    [['hide_material', '0', null, {}], { did: 'hid a text', number: '', name: null }],
    [
      ['move_for', randomUUID(), null, { slot: randomUUID() }],
      { did: 'moved a session for a member', number: '', subject: null },
    ],
  ];
  for (const [[action, about, member, details], said] of entries) {
    const [row] = await query('select private.log_action($1, $2, $3, $4::text::jsonb) as id', [
      action,
      about,
      member,
      JSON.stringify(details),
    ]);
    const [entry] = await query('select * from operations.log where id = $1', [row?.['id']]);
    expect(entry).toMatchObject({ ...said, ended: '' });
  }
  const outcomes = {
    refused: 'Refused: no right to do this',
    'stopped P0001 already_decided': 'Refused: already decided',
    'stopped OWNER': 'Refused',
    'stopped OWNER Select the times first.': 'Refused: Select the times first.',
    'stopped 22012 operations.add_code': 'Failed on our side: 22012 operations.add_code',
  };
  for (const [outcome, said] of Object.entries(outcomes))
    expect(await people.one('select private.said_outcome($1)', [outcome])).toBe(said);
  const unnamed = await people.texts(
    `select name from private.desk_entries()
    where (kind = 'action' or is_logged)
      and private.said_action(jsonb_populate_record(
        null::private.actions, jsonb_build_object('action', name, 'details', '{}'::jsonb)
      )) = replace(name, '_', ' ')`,
  );
  expect(unnamed, 'every action has words for the log').toEqual([]);
  const attempts = await people.texts(
    `select distinct split_part(private.said_action(jsonb_populate_record(null::private.actions, jsonb_build_object(
      'action', name, 'details', '{}'::jsonb, 'outcome', 'stopped'
    ))), ' ', 3) from private.desk_entries() where kind = 'action' order by 1`,
  );
  expect(attempts.join(' '), 'every attempt is a verb').toBe(
    'add answer approve ask book bring cancel change close decline delete discard end give have make mark move open pause publish record refund reject release remove reopen restore retire return send set switch take test undo write',
  );
});

test('§22.36 the log can be filtered by operator, number, member, day and sort, with an index for each', async () => {
  const about = `R-${randomUUID().slice(0, 8)}`.toUpperCase();
  const number = await people.one<number>('select id from private.operators where user_id = $1', [
    owner.id,
  ]);
  await desk.press(owner.claims, 'decline_refund', { request: about, reason: 'x' });
  const today = await people.one<string>('select private.india_day(now())::text');
  const read = async (where: Row) => {
    const [page] = (await desk.read(owner.claims, { name: 'log', where })) as { rows: Row[] }[];
    return page?.rows ?? [];
  };
  for (const where of [{ about }, { about, day: today }, { about, operator: String(number) }])
    expect(await read(where), JSON.stringify(where)).toMatchObject([
      { who: 'Meena', about, ended: `Refused: We have no refund ${about}.` },
    ]);
  const member = await people.newMember({ firstname: 'Zubin' });
  await desk.press(owner.claims, 'book_for', { member: member.id, slot: randomUUID() });
  await desk.read(owner.claims, { name: 'member_facts', args: { member: member.id } });
  expect(await read({ about: 'zubin' })).toMatchObject([
    { action: 'member_facts', sort: 'look' },
    { action: 'book_for', sort: 'change', name: 'Zubin' },
  ]);
  expect(await read({ about: 'Zubin', sort: 'change' })).toMatchObject([{ action: 'book_for' }]);
  expect(
    await people.texts(
      "select name from private.desk_entries() where is_logged and private.sort_of(name) <> 'look'",
    ),
  ).toEqual([]);
  expect(await read({ about: about.toLowerCase() })).toHaveLength(1);
  expect(await read({ about, day: '2001-01-01' })).toEqual([]);
  expect(await read({ about, operator: '0' })).toEqual([]);
  expect(new Set((await read({ operator: String(number) })).map(({ who }) => who))).toEqual(
    new Set(['Meena']),
  );
  await query('set enable_seqscan = off');
  const indexes = { actions_about: "about = 'R-1'", actions_day: "day = '2026-11-27'" };
  for (const [index, condition] of [
    ...Object.entries(indexes),
    ['actions_operator', 'operator = 1'],
    ['actions_sort', "sort = 'change'"],
    ['actions_pkey', 'true'],
  ] as const) {
    const plan = await people.texts(
      `explain select * from operations.log where ${condition} order by id desc limit 51`,
    );
    expect(plan.join('\n')).toContain(index);
  }
  await query('reset enable_seqscan');
});

test('§22.7 viewing a member’s details is logged with the operator’s name', async () => {
  const { id } = await people.newMember();
  await desk.read(helper.claims, { name: 'member_facts', args: { member: id } });
  expect(await desk.logOf(id)).toMatchObject([
    { who: 'Hari', way: 'desk', action: 'member_facts', member: id },
  ]);
});
