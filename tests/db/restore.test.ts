/** The drill of docs/operations.md: what was dumped is restored into an empty project with our schema. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../../local/postgres/server.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { onServer } from '../samples/caller.ts';
import { describeRaces } from './support/races.ts';

describeRaces('a restore into another Postgres', (sql, production) => {
  test('§20.37 brings back accounts, sales and sessions by the commands of docs/operations.md', async () => {
    const [, drill = ''] = readFileSync('docs/operations.md', 'utf8').split('**The drill');
    const [, commands = ''] = /```sh\n(.*?)```/s.exec(drill) ?? [];
    const here = bookingsOn(onServer(sql));
    const buyer = await here.newBuyer();
    await here.book(buyer.id, await here.newSlot(48), buyer.pack);
    const programs = findPostgres() ?? '';
    const empty = await startPostgres(programs);
    const folder = mkdtempSync(join(tmpdir(), 'admitcircle-drill-'));
    try {
      execFileSync('sh', ['-e', '-c', commands], {
        cwd: folder,
        env: {
          ...process.env,
          PATH: [programs, process.env['PATH']].join(delimiter),
          DATABASE_URL: production.url,
          DRILL_DATABASE_URL: empty.url,
        },
        stdio: 'pipe',
      });
      const restored = empty.connect(1);
      const there = bookingsOn(onServer(restored));
      for (const question of [
        'select * from operations.sales',
        'select id, email from auth.users order by id',
        'select * from private.bookings order by id',
        'select kind, version from private.consent_texts order by kind, version',
      ]) {
        expect(await there.query(question), question).toEqual(await here.query(question));
      }
      expect(await there.sessions(buyer.id)).toEqual({
        ...(await here.sessions(buyer.id)),
        now: expect.any(String),
      });
      await restored.end();
    } finally {
      await empty.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
