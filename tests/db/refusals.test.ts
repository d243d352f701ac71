/** Every refusal of the database has its sentences, and every sentence its refusal (§16.50, §17.1, §22.23). */
import { describe, expect, test } from 'vitest';
import { databaseRefusals, functionRefusals } from '../../src/domain/refusals/index.ts';
import { operatorRefusals } from '../../src/domain/refusals/operators.ts';
import { schemaScripts } from '../../local/postgres/schema-scripts.ts';
import { testDatabase, texts } from './support/database.ts';

const database = await testDatabase();

const sql = (await schemaScripts())
  .map((script) => script.sql)
  .join('\n')
  .replaceAll(/--.*$/gm, '');

const found = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].map(([, first = '']) => first);

/** What is handed to `refuse`: a word, a choice of words, or where the word comes from. */
const refused = (text: string) =>
  found(/\b(?:perform|select) private\.refuse(?:_when)?\(\s*(case\b.*?\bend\b|[^\s,)]+)/gs, text);

/** The words that this SQL raises, including those of daily limits and of what speaks against a refund or a code. */
const wordsIn = (text: string) => [
  ...refused(text).flatMap((argument) =>
    found(
      argument.startsWith('case') ? /\b(?:then|else)\s+'(\w+)'/g : /^'(\w+[^\W_])'$/g,
      argument,
    ),
  ),
  ...found(/\bcode text default '(\w+)'/g, text),
  ...found(/\braise exception using message = '(\w+)'/g, text),
  ...found(/\bperform private\.limit_daily\([^;]*?,\s*'(\w+)'\s*\);/g, text),
  ...found(
    /create function private\.(?:(?:session_)?refund_terms|code_refusal)\(.*?\$\$(.*?)\$\$/gs,
    text,
  ).flatMap((body) => found(/\bthen '(\w+)'/g, body)),
];

/** Each function's text, by name. */
const functions = new Map(
  sql
    .split(/^(?=create function )/m)
    .map((text) => [text.slice('create function '.length, text.indexOf('(')), text]),
);

const sorted = (words: Iterable<string>) => [...new Set(words)].toSorted();
const wordsOf = (tables: Readonly<Record<string, object>>) =>
  Object.values(tables).flatMap((table) => Object.keys(table));
const members = wordsOf(databaseRefusals);
const operators = Object.keys(operatorRefusals);
const without = (words: readonly string[], known: readonly string[]) =>
  sorted(words).filter((word) => !known.includes(word));

test('§16.50 §17.1 every refusal code in the database has a message, and every message for members has a code', () => {
  expect(without(wordsIn(sql), [...members, ...operators])).toEqual([]);
  expect(without(members, wordsIn(sql))).toEqual([]);
});

test('these tests read every source of refusal codes', () => {
  expect(
    without(
      refused(sql).filter((argument) => !/^(?:'\w+'$|case\b)/.test(argument)),
      [],
    ),
  ).toEqual([
    'limit_daily.code',
    'one.refusal',
    'refusal',
    'refuse_when.code',
    'terms.offer_refusal',
    'terms.ordinary_refusal',
  ]);
});

test('our functions and the database use different refusal codes', () => {
  const own = wordsOf(functionRefusals).filter((word) => word !== 'too_many_requests');
  expect(members.filter((word) => own.includes(word))).toEqual([]);
});

test('§22.23 only the three functions that refuse requests, and functions that run with the member’s own rights, raise exceptions', () => {
  const raising = [...functions].filter(([, text]) => /\braise exception\b/.test(text));
  expect(raising.map(([name]) => name)).toEqual([
    'private.refuse',
    'private.stop_when',
    'private.forbid_when',
    'private.member',
    'private.guard_profile',
  ]);
});

describe('§22.23 the operators’ messages', async () => {
  const triggers = [
    ...sql.matchAll(/create trigger[^;]*? on ([\w.]+)[^;]*?execute function ([\w.]+)/gs),
  ];

  /** What an action calls, with the triggers of the tables that it writes, and those tables. */
  function reach(action: string) {
    const called = new Set([`operations.${action}`]);
    const tables = new Set<string>();
    for (const name of called) {
      const text = functions.get(name) ?? '';
      for (const callee of found(/\b((?:private|public|operations)\.\w+)\(/g, text))
        called.add(callee);
      for (const table of found(
        /\b(?:insert into|update|delete from) ((?:private|public)\.\w+)/g,
        text,
      )) {
        tables.add(table);
        for (const [, of, runs = ''] of triggers) if (of === table) called.add(runs);
      }
    }
    return {
      action,
      tables: [...tables],
      words: [...called].flatMap((name) => wordsIn(functions.get(name) ?? '')),
    };
  }

  const entries = await texts(database, 'select name from private.desk_entries()');
  const reached = entries.map(reach);
  const words = sorted(reached.flatMap((one) => one.words));
  const types = await texts(
    database,
    `select distinct 'not_' || typname from pg_proc
    cross join unnest(proargtypes::oid[]) as arg join pg_type on pg_type.oid = arg
    where pronamespace = 'operations'::regnamespace and proname = any ($1)`,
    [entries],
  );

  /** The constraints of these tables; given an action, only those on columns named like one of its arguments. */
  const rules = (tables: readonly string[], action: string | null = null) =>
    texts(
      database,
      `select distinct conname from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype <> 'n' and relnamespace::regnamespace || '.' || relname = any ($1)
        and ($2::text is null or contype <> 'p' and exists (
          select from pg_attribute, pg_proc, unnest(proargnames[:pronargs]) as arg
          where attrelid = conrelid and attnum = any (conkey) and attname in (arg, arg || '_id')
            and pronamespace = 'operations'::regnamespace and proname = $2
        ))`,
      [tables, action],
    );

  test('operators have a message for every refusal code that an action or a list can raise', () => {
    expect(without([...words, ...types], operators)).toEqual([]);
  });

  test('every constraint on an operator’s input has an error message written for operators', async () => {
    /** Tables whose rows follow from a change elsewhere. */
    const following = [
      ...['private.actions', 'private.bookings', 'private.consents', 'private.disputes'],
      ...['private.event_faults', 'private.free_grants', 'private.free_requests'],
      ...['private.lender_stops', 'private.loan_choice_steps', 'private.mailed_links'],
      ...['private.outbox', 'public.payment_events', 'public.payments'],
      ...['private.rate_match_steps', 'private.refunds_by_hand', 'private.waiting_times'],
    ];
    const typed = await Promise.all(
      reached.map(({ action, tables }) => rules(without(tables, following), action)),
    );
    // The functions cut, look up or choose these values.
    expect(without(typed.flat(), operators)).toEqual([
      ...['base_figures_figure_check', 'choice_has_a_reason_where_it_ends'],
      ...['discount_codes_pack_fkey', 'large_domains_domain_check', 'loan_choices_lender_id_fkey'],
      ...['loan_choices_offer_id_fkey', 'loan_offers_intake_year_check'],
      'material_versions_material_id_fkey',
      ...['order_has_code_for_discount', 'order_is_in_catalogue', 'orders_code'],
      ...['rate_matches_rate_check', 'refund_is_for_a_session', 'refund_requests_booking_id_fkey'],
      ...['refund_requests_payment_id_fkey', 'slot_is_not_overbooked', 'slots_mentor_id_fkey'],
    ]);
  });

  test('operators do not have a message for a refusal that no action can cause', async () => {
    const constraints = await rules(reached.flatMap(({ tables }) => tables));
    expect(
      without(operators, [...words, ...types, ...constraints, 'missing', 'out_of_range']),
    ).toEqual([]);
  });

  test('operators’ messages state the numbers in their constraints', async () => {
    const numbers = (text: string) => found(/\b(\d+)\b/g, text.replaceAll(/(?<=\d),(?=\d)/g, ''));
    for (const [name, { says }] of Object.entries(operatorRefusals)) {
      const [definition = ''] = await texts(
        database,
        `select pg_get_constraintdef(oid) from pg_constraint
        where conname = $1 and contype = 'c' and pg_get_constraintdef(oid) ~ '<=|>='`,
        [name],
      );
      // Amounts in paise are written in lakh and crore.
      if (!definition || says.includes('lakh')) continue;
      expect(without(numbers(says.replace(/such as \d+/, '')), numbers(definition)), name).toEqual(
        [],
      );
    }
  });
});
