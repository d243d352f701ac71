import { expect, test } from 'vitest';
import { dailyLimits, freeInterviews, kept, namings, periods } from '../../src/domain/periods.ts';
import { formatPaise } from '../../src/domain/words/money.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { testDatabase } from './support/database.ts';

const database = await testDatabase();
const { one } = bookingsOn(onEmbedded(database));

test.each(Object.entries(periods))(
  '§18.9 the pages and the database agree on the period ‘%s’',
  async (name, period) => {
    const [number, unit] = period;
    // The database stores plain days, and counts working days when it applies them.
    const interval = `${number} ${unit.replace('working ', '')}`;
    expect(await one(`select private.period($1) = $2::interval`, [name, interval])).toBe(true);
  },
);

test.each(Object.entries(kept))(
  '§18.9 the privacy policy and the database agree on how long %s is kept',
  async (kind, [number, unit]) => {
    const interval = `${number} ${unit}`;
    expect(await one(`select private.keep_for($1) = $2::interval`, [kind, interval])).toBe(true);
  },
);

test.each(Object.entries(dailyLimits))(
  '§15.15 the pages and the database agree on the daily limit of %s',
  async (name, limit) => {
    expect(await one('select private.daily_limit($1)', [name])).toBe(limit);
  },
);

test.each([100, 143_940, 999_999, 1_000_000, 1_500_050, 150_000_000, 1_250_000_099])(
  '§14.11 the pages and the database print %d paise in the same way',
  async (paise) => {
    expect(await one('select private.said_rupees($1)', [paise])).toBe(formatPaise(paise));
  },
);

test('§15.26 the pages and the database agree on how often a second person can be named', async () => {
  expect(await one('select private.namings_left(null)')).toBe(namings);
});

test('§15.31 the pages and the database agree on the number of free interviews', async () => {
  expect(await one('select public.free_interviews_left()')).toBe(freeInterviews);
});

test.each([
  [
    'gd closes',
    'cancel free',
    'no one cancels a discussion free of charge once it is certain to take place',
  ],
  ['hour reminder', 'interview closes', 'every booking gets its last reminder'],
  ['join opens', 'hour reminder', 'the last reminder comes before the meeting opens'],
  ['mentor missing', 'mentor link', 'the mentor can still answer a report'],
  ['feedback late', 'feedback missing', 'the mentor is reminded before the operator is told'],
  ['feedback missing', 'mentor link', 'the reminded mentor can still give feedback'],
  ['mentor answer', 'refund', 'a session is returned while its share can still be requested'],
  ['last mail', 'idle notice', 'a member can keep the account after the email was sent'],
  ['acknowledgement', 'refund', 'a refund request is acknowledged before it is decided'],
  ['code held', 'open payment', 'an order that holds a use of a code can still be paid'],
])('the period ‘%s’ is shorter than ‘%s’, so that %s', async (shorter, longer) => {
  const isShorter = 'select private.period($1) < private.period($2)';
  expect(await one(isShorter, [shorter, longer])).toBe(true);
});
