/** A member's data on a page: which of several answers it shows. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { signedIn } from './support/island.tsx';
import { otherSession } from './support/samples/account.ts';

/** A store whose requests wait for their answers, in the order in which they were sent. */
async function openStore() {
  const { createMemberStore } = await import('../../src/lib/member-data.ts');
  const asked: PromiseWithResolvers<string>[] = [];
  const store = createMemberStore('words', () => {
    const request = Promise.withResolvers<string>();
    asked.push(request);
    return request.promise;
  });
  const shown: (string | undefined)[] = [];
  close = store.$data.subscribe(({ data }) => shown.push(data));
  /** Waits for the request of this number, counted from 0. */
  const request = async (place: number) => {
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(place));
    return asked[place];
  };
  const answer = async (place: number, data: string) => (await request(place))?.resolve(data);
  const fail = async (place: number) => (await request(place))?.reject(new Error('no'));
  const shows = (data: string) => vi.waitFor(() => expect(shown.at(-1)).toBe(data));
  return { ...store, asked, shown, request, answer, fail, shows };
}

/** As `openStore`, and this answers its first request. */
async function openAt(data: string) {
  const store = await openStore();
  await store.answer(0, data);
  await store.shows(data);
  return store;
}

let close: (() => void) | undefined;
let backend: ReturnType<typeof signedIn>;
const settled = () => vi.advanceTimersByTimeAsync(20);

beforeEach(() => {
  vi.useFakeTimers();
  backend = signedIn();
});
afterEach(() => {
  close?.();
  vi.useRealTimers();
});

test.each(['answer', 'fail'] as const)(
  'what was asked for before a change does not replace the answer after it: %s',
  async (outcome) => {
    const { shows, refresh, change, $data, ...store } = await openAt('booked');
    refresh();
    const changed = change(() => Promise.resolve('yes'));
    await store.answer(2, 'cancelled');
    expect(await changed).toBe('yes');
    await shows('cancelled');
    await store[outcome](1, 'booked');
    await settled();
    expect($data.get()).toEqual({ data: 'cancelled', loading: false });
  },
);

test('of two quick changes the page shows the data asked for last', async () => {
  const { answer, change, shown } = await openAt('none');
  const first = change(() => Promise.resolve());
  const second = change(() => Promise.resolve());
  await answer(2, 'both');
  await second;
  await answer(1, 'one');
  await first;
  expect(shown.at(-1)).toBe('both');
});

test('data that a change returned is shown', async () => {
  const { replace, shown, asked } = await openAt('on');
  await replace(() => Promise.resolve('off'));
  expect(shown.at(-1)).toBe('off');
  expect(asked).toHaveLength(1);
});

test.each(['before', 'after'])(
  'data that a change returned is fetched once more if what was asked for meanwhile arrives %s it',
  async (when) => {
    const { answer, change, replace, shown } = await openAt('none');
    const given = Promise.withResolvers<string>();
    const replaced = replace(() => given.promise);
    const changed = change(() => Promise.resolve());
    if (when === 'before') {
      await answer(1, 'one');
      await changed;
    }
    given.resolve('the other');
    await answer(2, 'both');
    await replaced;
    await answer(1, 'one');
    await changed;
    await settled();
    expect(shown.at(-1)).toBe('both');
    expect(shown).not.toContain('the other');
  },
);

test('a refresh during a request is followed by one more', async () => {
  const { answer, shows, refresh, asked } = await openAt('without the file');
  refresh();
  refresh();
  refresh();
  await answer(1, 'without the file');
  await answer(2, 'with the file');
  await shows('with the file');
  await settled();
  expect(asked).toHaveLength(3);
});

test('after a change whose fresh data cannot be fetched, it is asked for once more', async () => {
  const { answer, shows, change, fail, shown } = await openAt('booked');
  const changed = change(() => Promise.resolve('yes'));
  await fail(1);
  expect(await changed).toBe('yes');
  expect(shown.at(-1)).toBe('booked');
  await answer(2, 'cancelled');
  await shows('cancelled');
});

test('an answer for one member is not shown to the next', async () => {
  const { request, answer, shown } = await openStore();
  await request(0);
  backend.forget('/auth/v1/user').answer('/auth/v1/user', otherSession.user);
  localStorage.setItem(storageKeys.session, JSON.stringify(otherSession));
  window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }));
  await answer(1, 'of the next');
  await answer(0, 'of the first');
  await settled();
  expect(shown.at(-1)).toBe('of the next');
});
