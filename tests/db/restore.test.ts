/** A copy of the database, the hours lost since, and the way back (docs/hosting.md, 'Restoring'). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { payRefunds } from '../../functions/_lib/refunds/refunds.ts';
import { findPostgres, startPostgres } from '../../local/postgres/server.ts';
import { dumpRows, restoreRows, storedObjects } from '../../scripts/site-copy.ts';
import { onServer } from '../samples/caller.ts';
import { providerOf, refundsOn } from '../samples/refunds.ts';
import { describeRaces } from './support/races.ts';

describeRaces('a restore into another Postgres', (sql, production) => {
  test('§20.37 §20.43 §20.44 a restored database neither pays anything twice nor sends old emails, and lets people repeat what was lost', async () => {
    const programs = findPostgres() ?? '';
    process.env['PATH'] = [programs, process.env['PATH']].join(delimiter);
    const here = refundsOn(onServer(sql));
    const booker = await here.newBuyer();
    const kept = await here.newSlot(48);
    await here.book(booker.id, kept, booker.pack);
    const refunded = await here.newBuyer();
    const approved = await here.approved(refunded.id, refunded.pack);
    const leaves = await here.newMember({ proven: true });
    const free = await here.newSlot(60);

    const folder = mkdtempSync(join(tmpdir(), 'admitcircle-drill-'));
    const empty = await startPostgres(programs);
    try {
      const questions = [
        'select * from operations.sales',
        'select id, email from auth.users order by id',
        'select * from private.bookings order by id',
        'select kind, version from private.consent_texts order by kind, version',
      ];
      const copied = await Promise.all(questions.map((question) => here.query(question)));
      const sessions = await here.sessions(booker.id);
      await dumpRows(production.url, folder);
      expect(await storedObjects(production.url)).toEqual([]);

      // The lost hours: a refund is paid, a member books, another closes the account, and emails go out.
      const provider = providerOf(new Map([[refunded.pack.payment, refunded.pack.amount]]));
      await payRefunds(here.payerClient(), provider);
      expect(await here.requestOf(approved)).toMatchObject({ state: 'paid' });
      await here.book(booker.id, free, booker.pack);
      await here.query('select public.erase_account($1, true)', [leaves.id]);

      await restoreRows(empty.url, folder);
      const restored = empty.connect(1);
      const there = refundsOn(onServer(restored));
      for (const [place, question] of questions.entries()) {
        expect(await there.query(question), question).toEqual(copied[place]);
      }
      expect(await there.sessions(booker.id)).toEqual({ ...sessions, now: expect.any(String) });

      // Nothing moves before an operator says so.
      expect(await there.one("select public.may_run('mail')")).toBe(false);
      expect(await there.one("select public.may_run('refunds')")).toBe(false);
      expect(await there.query('select id from public.claim_mails(50)')).toEqual([]);
      const held = await there.one<number>('select sum(mails)::integer from operations.mails_held');
      expect(held).toBeGreaterThan(0);

      // The refund of the lost hours is found at the provider, and is not paid again.
      expect(await there.requestOf(approved)).toMatchObject({ state: 'approved' });
      await there.query("select operations.start('jobs')");
      await payRefunds(there.payerClient(), provider);
      expect(await there.requestOf(approved)).toMatchObject({ state: 'paid' });
      expect(provider.refunds).toHaveLength(1);

      // The member who had left is back and leaves again, and the seat of the lost booking is free.
      expect(
        await there.query('select from public.profiles where id = $1', [leaves.id]),
      ).toHaveLength(1);
      await there.query('select public.erase_account($1, true)', [leaves.id]);
      expect(await there.query('select from public.profiles where id = $1', [leaves.id])).toEqual(
        [],
      );
      await there.book(booker.id, free, booker.pack);
      await restored.end();
    } finally {
      await empty.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
