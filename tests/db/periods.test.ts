import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dailyLimits, periods } from '../../src/domain/periods.ts';
import { formatPaise } from '../../src/domain/words/money.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { testDatabase } from './support/database.ts';

const database = await testDatabase();
const { one } = bookingsOn(onEmbedded(database));

test.each(Object.entries(periods))(
  '§18.9 the pages and the database agree on %s',
  async (name, period) => {
    const [number, unit] = period;
    // The database has an interval of days, and counts working ones.
    const interval = `${number} ${unit.replace('business ', '')}`;
    expect(await one(`select private.period($1) = $2::interval`, [name, interval])).toBe(true);
  },
);

test.each(Object.entries(dailyLimits))(
  '§15.15 the pages and the database agree on the limit of %s',
  async (name, limit) => {
    expect(await one('select private.daily_limit($1)', [name])).toBe(limit);
  },
);

test.each([100, 143_940, 999_999, 1_000_000, 1_500_050, 150_000_000, 1_250_000_099])(
  '§14.11 the pages and the database print %d paise alike',
  async (paise) => {
    expect(await one('select private.said_rupees($1)', [paise])).toBe(formatPaise(paise));
  },
);

// Policies state the same numbers in prose.
test.each([
  ['cancellationpolicy', '24 hours'],
  ['refundpolicy', '3 weeks'],
])('§15.12 §17.8 the %s says %s', async (policy, words) => {
  expect(await readFile(`src/content/policies/${policy}.md`, 'utf8')).toContain(words);
});
