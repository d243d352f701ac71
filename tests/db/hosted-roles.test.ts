/**
 * Our schema on a real Postgres with the roles of hosted Supabase, because the embedded Postgres has one role
 * for everything, a superuser. Here each role does what its service does.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../../local/postgres/server.ts';
import { schemaScripts } from '../../local/postgres/schema-scripts.ts';
import { onServer } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';
import { newAddress } from '../samples/people.ts';
import { expectRefusal } from './support/database.ts';

const programs = findPostgres();
if (!programs) console.log('skipped: hosted roles need initdb and postgres; this machine has none');

describe.skipIf(!programs)('using the roles of a hosted project', async () => {
  if (!programs) return;
  const server = await startPostgres(programs);
  const owner = server.connect(1);
  const accounts = server.connect(1, 'supabase_auth_admin');
  const storage = server.connect(5, 'supabase_storage_admin');
  const api = server.connect(1, 'authenticator');
  const here = ordersOn(onServer(owner));
  afterAll(async () => {
    await Promise.all([owner, accounts, storage, api].map((sql) => sql.end()));
    await server.stop();
  });

  test('a role without superuser rights that owns none of the services can apply the schema', async () => {
    const tables = (await schemaScripts()).flatMap(({ sql }) =>
      [...sql.matchAll(/^create table (\S+)/gm)].map(([, name = '']) => name),
    );
    const made = await owner<{ name: string }[]>`
      select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind = 'r' and relowner = 'postgres'::regrole`;
    expect(made.map(({ name }) => name).sort()).toEqual(tables.toSorted());

    const powers = await owner`
      select rolname, rolsuper, pg_has_role('supabase_storage_admin', 'member') as owns_storage,
        pg_has_role('supabase_auth_admin', 'member') as owns_auth
      from pg_roles where rolname = current_user`;
    expect([...powers]).toEqual([
      { rolname: 'postgres', rolsuper: false, owns_storage: false, owns_auth: false },
    ]);
  });

  /** Signs someone up as the account service does, with a confirmed address. */
  async function signUp(email = newAddress()): Promise<string> {
    const id = randomUUID();
    await accounts`
      insert into auth.users (id, email, confirmation_sent_at, email_confirmed_at)
      values (${id}, ${email}, now(), now())`;
    return id;
  }

  /** Runs one query as the REST API does for a member. */
  const asMember = (member: string, query: string, values?: string[]) =>
    onServer(api).as({ member }, query, values);

  test('the account service creates a profile that the REST API shows only to that member', async () => {
    const email = newAddress();
    const member = await signUp(email);
    const mine = 'select email from public.profiles';
    expect(await asMember(member, mine)).toEqual([{ email }]);
    expect(await asMember(await signUp(), mine)).not.toContainEqual({ email });
    await expectRefusal(api`set role postgres`, 'permission denied to set role');
  });

  test('§19.15 the account service queues the welcome email and the email about a new password', async () => {
    const member = await signUp();
    await accounts`update auth.users set encrypted_password = 'new' where id = ${member}`;
    expect(await here.mailsAbout('user_id', member)).toEqual(['password_changed', 'welcome']);
    expect(await owner`select from private.mail_faults`).toHaveLength(0);
  });

  test('P50 a member can claim a purchase only with an address that our own link has verified', async () => {
    const email = newAddress();
    const order = await here.newOrder();
    const id = order.order;
    await here.report(order, { email });

    const member = await signUp(email);
    const offered = 'select id from public.claimable_orders()';
    expect(await asMember(member, offered)).toEqual([]);
    const claim = asMember(member, 'select id from public.claim_order($1)', [id]);
    await expectRefusal(claim, 'not yours to claim');

    await asMember(member, 'select public.ask_address_proof()');
    const token = await here.proofToken(email);
    await asMember(member, "select public.redeem_link('address_proof', $1)", [token]);
    expect(await asMember(member, offered)).toEqual([{ id }]);
  });

  /**
   * Uploads as the storage service does: it tries the member's rights in a transaction that it rolls
   * back, and then stores the file with its own rights.
   */
  async function upload(member: string, file: string, type = 'image/png'): Promise<void> {
    const row = { bucket_id: 'profileimages', name: `${member}/${file}` };
    const tried = new Error('rolled back');
    await storage
      .begin(async (transaction) => {
        await transaction`select set_config('request.jwt.claim.sub', ${member}, true)`;
        await transaction`set local role authenticated`;
        await transaction`insert into storage.objects ${transaction(row)}`;
        throw tried;
      })
      .catch((error: unknown) => {
        if (error !== tried) throw error;
      });
    await storage.begin(async (transaction) => {
      await transaction`set local role service_role`;
      await transaction`
        insert into storage.objects ${transaction({ ...row, metadata: transaction.json({ mimetype: type }) })}`;
    });
  }

  function files(member: string) {
    return storage<{ name: string }[]>`
      select name from storage.objects where split_part(name, '/', 1) = ${member}`;
  }

  test('S11 a member keeps five pictures, however many are uploaded at once', async () => {
    const member = await signUp();
    const inserted = Promise.withResolvers<undefined>();
    const held = Promise.withResolvers<undefined>();
    const four = storage.begin(async (transaction) => {
      const rows = [1, 2, 3, 4].map((index) => ({
        bucket_id: 'profileimages',
        name: `${member}/held${index}.png`,
      }));
      await transaction`insert into storage.objects ${transaction(rows)}`;
      inserted.resolve(undefined);
      await held.promise;
    });
    await inserted.promise;

    let settled = 0;
    const uploads = Array.from({ length: 25 }, (_, index) =>
      upload(member, `${index}.png`).finally(() => (settled += 1)),
    );
    const outcomes = Promise.allSettled(uploads);
    // The four are stored once an upload waits for them: an upload that does not wait has not counted them.
    const someWait = async () =>
      (await owner`select from pg_locks where locktype = 'advisory' and not granted`).length > 0;
    while (settled === 0 && !(await someWait()));
    held.resolve(undefined);
    await four;

    const refused = (await outcomes).filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(24);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: '42501' });
    expect(await files(member)).toHaveLength(5);

    const [first = { name: '' }] = await files(member);
    await storage`update storage.objects set name = ${`${member}/new.png`} where name = ${first.name}`;
    expect(await files(member)).toHaveLength(5);
  });

  describe.each([
    ['profileimages', 'x.png', 'delete the pictures'],
    ['files', 'x.pdf', 'delete the files'],
  ])('Y5 §18.87 an upload to %s and closing the account take turns', (bucket, file, refusal) => {
    /** Stores a file with the service's rights, as the second half of an upload does. */
    const store = (member: string, work: () => Promise<void> = () => Promise.resolve()) =>
      storage.begin(async (transaction) => {
        await transaction`set local role service_role`;
        await transaction`
          insert into storage.objects ${transaction({ bucket_id: bucket, name: `${member}/${file}` })}`;
        await work();
      });
    const outcomeOf = (request: Promise<unknown>) =>
      request.then(
        () => 'done',
        (error: unknown) => error,
      );
    /** Waits until one of the two waits for the other. */
    const oneWaits = () =>
      expect
        .poll(() => accounts`select from pg_locks where locktype = 'advisory' and not granted`)
        .toHaveLength(1);

    test('closing the account is refused while a file is being stored', async () => {
      const member = await signUp();
      let closing: Promise<unknown> = Promise.resolve();
      await store(member, async () => {
        closing = outcomeOf(owner`select public.erase_account(${member}, false)`);
        await oneWaits();
      });
      expect(await closing).toMatchObject({ message: expect.stringContaining(refusal) });
      expect(await files(member)).toHaveLength(1);
    });

    test('a file that arrives while the account is being closed is refused', async () => {
      const member = await signUp();
      let upload: Promise<unknown> = Promise.resolve();
      await owner.begin(async (transaction) => {
        await transaction`select public.erase_account(${member}, false)`;
        upload = outcomeOf(store(member));
        await oneWaits();
      });
      expect(await upload).toMatchObject({
        code: '42501',
        message: expect.stringContaining('folder_has_an_account'),
      });
      expect(await files(member)).toEqual([]);
    });
  });

  test.each([
    ['x.html', 'image/png', 'row-level security'],
    ['x.html\n.png', 'image/png', 'row-level security'],
    ['x.png', 'image/gif', 'does not fit the type'],
    ['x.jpeg', 'image/png', 'does not fit the type'],
    ['x.png', 'image/png', null],
    ['x.jpg', 'image/jpeg', null],
    ['x.jpeg', 'image/jpeg', null],
    ['x.gif', 'image/gif', null],
  ])('S5 uploading %j as %s is refused with %s', async (file, type, refusal) => {
    const member = await signUp();
    const uploaded = upload(member, file, type);
    await (refusal === null ? uploaded : expectRefusal(uploaded, refusal));
    expect(await files(member)).toHaveLength(refusal === null ? 1 : 0);
  });
});
