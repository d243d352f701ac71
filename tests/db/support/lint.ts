import type { PGlite } from '@electric-sql/pglite';
import { texts } from './database.ts';

/** A query for each kind of mistake; each query returns one name per row. */
const rules: Record<string, string> = {
  'table without row level security': `
    select relname from pg_class
    where relkind in ('r', 'p') and not relrowsecurity
      and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,

  'table without a primary key': `
    select relname from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conrelid = pg_class.oid and contype = 'p')`,

  // Without a subquery around the call, Postgres evaluates it for every row.
  'policy that asks who calls for every row': `
    select tablename || ': ' || policyname from pg_policies
    where replace(
      concat_ws(' ', qual, with_check), '( SELECT private.member() AS member)', ''
    ) ~ '(auth\\.|private\\.member|current_setting)'`,

  'policy for everybody instead of named roles': `
    select tablename || ': ' || policyname from pg_policies where 'public' = any (roles)`,

  'policy on a column without an index': `
    select tablename || '.' || column_name
    from pg_policies
    join information_schema.columns on table_schema = schemaname and table_name = tablename
    where schemaname = 'public'
      and concat_ws(' ', qual, with_check) ~ ('\\m' || column_name || '\\M')
      and not exists (
        select from pg_index
        join pg_attribute on attrelid = indrelid and attnum = indkey[0]
        where indrelid = format('public.%I', tablename)::regclass and attname = column_name
      )`,

  'function without an empty search_path': `
    select proname from pg_proc
    where pronamespace::regnamespace::text in ('public', 'private', 'operations')
      and not coalesce(proconfig @> array['search_path=""'], false)`,

  'function that everybody may execute': `
    select proname from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl
    where pronamespace::regnamespace::text in ('public', 'private', 'operations') and acl.grantee = 0`,

  'foreign key without an index': `
    select conrelid::regclass || '.' || conname from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index
        where indrelid = conrelid and indpred is null
          and (indkey::smallint[])[0:cardinality(conkey) - 1] @> conkey
      )`,

  'duplicate index': `
    select min(indexrelid::regclass::text) from pg_index
    join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
    group by indrelid, indkey::text, indclass::text,
      pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)
    having count(*) > 1`,
};

/** The mistakes in a database, each as 'kind: name'. */
export async function lint(database: Pick<PGlite, 'query'>): Promise<string[]> {
  const findings: string[] = [];
  for (const [kind, sql] of Object.entries(rules)) {
    for (const name of await texts(database, sql)) findings.push(`${kind}: ${name}`);
  }
  return findings;
}
