/** The migrations build the declared schema, and a change after the release keeps every row. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { nextMigration, refuseLosses } from '../../local/migration.ts';
import { migrationScripts, schemaScripts } from '../../local/postgres/schema-scripts.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../local/postgres/server.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { onServer } from '../samples/caller.ts';

const programs = findPostgres();
if (!programs) console.log('skipped: migrations need initdb and postgres; this machine has none');

describe.skipIf(!programs)('applying the migrations to a hosted project', async () => {
  if (!programs) return;
  const declared = await schemaScripts();
  const released = await migrationScripts();
  // Before the first release, this is the migration that the release would have.
  if (released.length === 0) {
    const first = await nextMigration([], declared);
    released.push({ name: 'first.sql', sql: first?.sql ?? '' });
  }
  const project = await startPostgres(programs, { scripts: released });
  const owner = project.connect(1);
  const servers = [project];
  afterAll(async () => {
    await owner.end();
    await Promise.all(servers.map((server) => server.stop()));
  });

  const dump = ({ url }: PostgresServer, ...options: string[]) =>
    execFileSync(join(programs, 'pg_dump'), [...options, url], {
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: 'pipe',
    });

  /** All objects of a project, as pg_dump prints them. */
  const objects = (server: PostgresServer) =>
    dump(server, '--schema-only')
      // pg_dump prints another random word here each time.
      .replaceAll(/^\\.*$/gm, '')
      .split(/^--\n-- (?=Name)/m)
      // pg_dump lists rights in the order in which they were granted.
      .map((object) =>
        object.includes('; Type: ACL;') ? object.split('\n').sort().join('\n') : object,
      )
      .sort();

  async function declaredProject(scripts = declared) {
    const server = await startPostgres(programs ?? '', { scripts });
    servers.push(server);
    return server;
  }

  test('all migrations together build the declared schema, including its rights', async () => {
    expect(objects(project)).toEqual(objects(await declaredProject()));
    const rows = await owner`
      select (select count(*) from private.consent_texts) as texts, (select count(*) from public.home) as pictures,
        (select count(*) from storage.buckets) as buckets, (select count(*) from private.unsubscribe_key) as keys`;
    expect([...rows]).toEqual([{ texts: '2', pictures: '7', buckets: '2', keys: '1' }]);
  });

  test('a migration after the release builds the changed schema and keeps every row', async () => {
    const here = bookingsOn(onServer(owner));
    const buyer = await here.newBuyer();
    await here.book(buyer.id, await here.newSlot(48), buyer.pack);

    const notes = `
      create table private.note_kinds (kind text primary key);
      alter table public.orders
        add column note text not null default '' constraint note_is_short check (char_length(note) <= 100),
        add column note_kind text not null default 'plain' constraint orders_note_kind references private.note_kinds;
      create table public.order_notes (
        order_id uuid primary key references public.orders (id),
        user_id uuid not null references auth.users (id) on delete cascade
      );
      create index order_notes_user on public.order_notes (user_id);
      alter table public.order_notes enable row level security;
      create policy "Members read their notes" on public.order_notes
        for select to authenticated using (user_id = (select private.member()));
      create or replace function public.free_interviews_left() returns integer
      language sql stable security definer set search_path = ''
      return 7;
      alter table private.matters drop column told_at;`;
    const additions: Record<string, string> = {
      'across_subjects.sql': notes,
      'grants.sql': 'grant select on public.order_notes to authenticated;',
      'data.sql': "insert into private.note_kinds values ('plain') on conflict do nothing;",
    };
    const changed = declared.map(({ name, sql }) => ({
      name,
      sql: `${sql}${additions[name] ?? ''}\n`,
    }));
    const next = await nextMigration(released, changed);
    if (!next) throw new Error('no migration');
    const { sql } = next;
    expect(next.missing).toEqual([]);
    const loss = 'ALTER TABLE "private"."matters" DROP COLUMN "told_at"';
    expect(() => refuseLosses(next), 'a loss is refused without --drop').toThrow(
      `with --drop:\n${loss}`,
    );
    expect(() => refuseLosses(next, true), 'a loss is allowed with --drop').not.toThrow();
    expect(sql.slice(0, sql.indexOf('\n\n')).split('\n')).toEqual([
      '-- Generated from supabase/schemas by npm run migration.',
      '-- added: right of authenticated on table public.order_notes, right of service_role on table public.order_notes, column public.orders.note_kind, column public.orders.note, constraint public.orders.note_is_short, constraint public.orders.orders_note_kind, table private.note_kinds, table public.order_notes',
      '-- changed: function public.free_interviews_left()',
      '-- dropped: column private.matters.told_at',
    ]);
    expect(await nextMigration([...released, { name: 'next.sql', sql }], changed)).toBeUndefined();

    const rows = async () => [
      ...dump(project, '--data-only', '--inserts', '--exclude-table-data=public.orders')
        .split('\n')
        .filter((line) => /^INSERT (?!INTO private.note_kinds)/.test(line)),
      ...(await owner`select (to_jsonb(orders) - 'note' - 'note_kind')::text from public.orders`),
    ];
    const before = await rows();
    await owner.unsafe(sql);
    expect(await rows()).toEqual(before);
    expect(objects(project)).toEqual(objects(await declaredProject(changed)));
  });
});
