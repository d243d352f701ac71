/** The samples of component tests contain nothing that the database does not return. */
import { expect, test } from 'vitest';
import { everySession, slot } from '../components/support/samples/bookings.ts';
import { everyLoan } from '../components/support/samples/loans.ts';
import { everyRefund } from '../components/support/samples/refunds.ts';
import { loansOn } from '../samples/loans.ts';
import { refundsOn, share } from '../samples/refunds.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = onEmbedded(database);
const { newMember, newPack, newSlot, book, wait, call, pass, tend, giveFeedback } =
  bookingsOn(here);

type Keys = Record<string, string[]>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys of each object in a value, by path; a list's elements count as one. */
function pathsOf(value: unknown, path = '', found: Keys = {}): Keys {
  if (Array.isArray(value)) for (const one of value) pathsOf(one, `${path}[]`, found);
  if (isObject(value)) {
    found[path] = Object.keys(value).sort();
    for (const [key, inner] of Object.entries(value)) pathsOf(inner, `${path}.${key}`, found);
  }
  return found;
}

/**
 * Expects a sample's keys in the real answer, wherever both have an object, and an object at each of these paths. The
 * database may return more than the page reads.
 */
function expectKeysOf(sample: unknown, real: unknown, paths: readonly string[]): void {
  const [inSample, inReal] = [pathsOf(sample), pathsOf(real)];
  expect(Object.keys(inSample)).toEqual(expect.arrayContaining([...paths]));
  expect(Object.keys(inReal)).toEqual(expect.arrayContaining([...paths]));
  const invented = Object.entries(inSample).flatMap(([path, keys]) =>
    keys
      .filter((key) => inReal[path] && !inReal[path].includes(key))
      .map((key) => `${path}.${key}`),
  );
  expect(invented).toEqual([]);
}

test('my_sessions and open_slots return every key of their samples', async () => {
  const { id } = await newMember({ proven: true });
  const pack = await newPack(id);
  const over = await book(id, await newSlot(30), pack);
  await pass(48);
  await tend();
  const texts = { went_well: 'Well done', to_work_on: 'Well done', exercise: 'Well done' };
  await giveFeedback(over, texts);
  await call(id, 'rate_session', { p_booking: over.id, p_score: 4, p_word: 'Honest' });
  await refundsOn(here).askSession(id, over, share);
  await book(id, await newSlot(72), pack);
  const time = await newSlot(60);
  await wait(id);
  await call(id, 'set_target', { p_institute: 'IIM Bangalore' });
  expectKeysOf(everySession(), await call(id, 'my_sessions'), [
    ...['', '.free_interview', '.packs[]', '.packs[].second', '.packs[].other_refunds[]'],
    ...['.upcoming[]', '.upcoming[].mentor'],
    ...['.past[].feedback', '.past[].rating', '.waiting_times[]', '.targets[]'],
  ]);
  const open = await here.as(
    { member: id },
    "select * from public.open_slots('interview', now(), now() + interval '30 days')",
  );
  expect(JSON.stringify(open)).toContain(time);
  expectKeysOf([slot(60)], open, ['[]']);
});

test('my_loan returns every key of its sample', async () => {
  const loans = loansOn(here);
  const { id } = await loans.newChoice();
  await loans.newOffer();
  await loans.newLender();
  await loans.addMatch(id);
  const ended = await loans.newOffer();
  await loans.mine(id);
  await loans.operate('withdraw_offer', ended);
  expectKeysOf(everyLoan(), await loans.mine(id), [
    ...['', '.request', '.group', '.offers[]', '.offers[].lender', '.lenders_without_offer[]'],
    ...['.ended_offers[]', '.ended_offers[].lender'],
    ...['.choice', '.choice.offer', '.choice.steps[]', '.rate_matches[]', '.rate_matches[].file'],
    '.consents[]',
  ]);
});

test('my_refunds returns every key of its sample', async () => {
  const refunds = refundsOn(here);
  const { id } = await newMember();
  const pack = await newPack(id);
  await book(id, await newSlot(30), pack);
  await pass(40);
  await tend();
  await refunds.ask(id, pack);
  await book(id, await newSlot(30), await newPack(id));
  expectKeysOf(everyRefund(), await call(id, 'my_refunds'), [
    '',
    '.packs[]',
    '.packs[].ordinary',
    '.packs[].ordinary.bookings[]',
    '.packs[].offer',
    '.packs[].sessions[]',
    '.packs[].requests[]',
  ]);
});
