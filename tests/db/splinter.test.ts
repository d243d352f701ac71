/** Supabase's own schema linter, which a hosted project runs under Advisors. */
import { spawnSync } from 'node:child_process';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../../local/postgres/server.ts';

const programs = findPostgres();
if (!programs)
  console.log('skipped: splinter needs initdb and postgres, and this machine has none');

const report = v.object({
  diagnostics: v.array(
    v.object({ severity: v.string(), category: v.string(), message: v.string() }),
  ),
});

/** Errors and warnings only, without remarks such as an unused index. */
function findings(url: string): string[] {
  const options = ['--connection-string', url, '--reporter', 'json', '--max-diagnostics', '500'];
  const { stdout } = spawnSync('postgres-language-server', ['dblint', ...options], {
    encoding: 'utf8',
  });
  const { diagnostics } = v.parse(report, JSON.parse(stdout));
  return diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, category, message }) => `${severity} ${category}: ${message}`);
}

describe.skipIf(!programs)('D22 the splinter linter', async () => {
  if (!programs) return;
  const server = await startPostgres(programs);
  const sql = server.connect(1);
  afterAll(async () => {
    await sql.end();
    await server.stop();
  });

  test('splinter does not find any errors or warnings in our schema', () => {
    expect(findings(server.url)).toEqual([]);
  });

  test('splinter finds a table without row level security', async () => {
    await sql`create table public.planted (id integer primary key)`;
    await sql`grant select on public.planted to anon`;
    expect(findings(server.url).join()).toContain('rlsDisabledInPublic');
  });
});
