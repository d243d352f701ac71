/** A member’s data on a page: which of several answers is shown, what was requested early, and what is stored. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { session, signedIn } from './support/island.tsx';
import { otherSession } from './support/samples/account.ts';

/** A store whose requests wait for their answers, in the order of the requests. */
async function openStore() {
  const { createMemberStore } = await import('../../src/lib/member-store.ts');
  const asked: PromiseWithResolvers<string>[] = [];
  const store = createMemberStore('words', () => {
    const request = Promise.withResolvers<string>();
    asked.push(request);
    return request.promise;
  });
  const shown: (string | undefined)[] = [];
  close = store.$data.subscribe(({ data }) => shown.push(data));
  const request = async (place: number) => {
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(place));
    return asked[place];
  };
  const answer = async (place: number, data: string) => (await request(place))?.resolve(data);
  const fail = async (place: number) => (await request(place))?.reject(new Error('no'));
  const shows = (data: string) => vi.waitFor(() => expect(shown.at(-1)).toBe(data));
  return { ...store, asked, shown, request, answer, fail, shows };
}

/** Opens the store and answers its first request. */
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
afterEach(async () => {
  close?.();
  close = undefined;
  globalThis.earlyAnswers = undefined;
  globalThis.fontsInUse = undefined;
  // A store without readers goes idle after a second.
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
});

test.each(['answer', 'fail'] as const)(
  'data requested before a change does not overwrite the data from after the change: %s',
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

test('after two quick changes the page shows the data that was requested last', async () => {
  const { answer, change, shown } = await openAt('none');
  const first = change(() => Promise.resolve());
  const second = change(() => Promise.resolve());
  await answer(2, 'both');
  await second;
  await answer(1, 'one');
  await first;
  expect(shown.at(-1)).toBe('both');
});

test('the page shows the data that a change returned, without another request', async () => {
  const { replace, shown, asked } = await openAt('on');
  await replace(() => Promise.resolve('off'));
  expect(shown.at(-1)).toBe('off');
  expect(asked).toHaveLength(1);
});

test.each(['before', 'after'])(
  'data returned by a change is loaded once more if an overlapping request is answered %s the change',
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

test('refreshing any number of times during a request leads to only one more request', async () => {
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

test('after a change, data that could not be loaded is requested once more', async () => {
  const { answer, shows, change, fail, shown } = await openAt('booked');
  const changed = change(() => Promise.resolve('yes'));
  await fail(1);
  expect(await changed).toBe('yes');
  expect(shown.at(-1)).toBe('booked');
  await answer(2, 'cancelled');
  await shows('cancelled');
});

test('a reply for one member is not shown to the next member', async () => {
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

const path = '/rest/v1/rpc/my_loan';

/** Opens a page whose loan store expects data in this schema; resolves to what the page shows first. */
async function openPage(schema: v.GenericSchema<unknown, unknown> = v.string()) {
  vi.resetModules();
  const { earlyRpc } = await import('../../src/lib/early-answers.ts');
  const { keptAnswer } = await import('../../src/lib/kept-answers.ts');
  const { createMemberStore } = await import('../../src/lib/member-store.ts');
  // Stores go idle a second after their last reader, and by then the next test has begun.
  let isOpen = true;
  const store = createMemberStore(
    'loan',
    () => (isOpen ? earlyRpc('my_loan', {}, schema) : Promise.withResolvers<unknown>().promise),
    keptAnswer('loan', schema),
  );
  close?.();
  const stop = store.$data.subscribe(() => undefined);
  close = () => {
    isOpen = false;
    stop();
  };
  const first = store.$data.get();
  const shows = (data: unknown) =>
    vi.waitFor(() => expect(store.$data.get()).toEqual({ data, loading: false }));
  return { ...store, first, shows };
}

const askEarly = (data: unknown, token = session.access_token) => {
  const answer = { data, asked: 0, answered: 1 };
  globalThis.earlyAnswers = {
    token,
    calls: new Map([['rpc/my_loan', Promise.resolve(data === undefined ? undefined : answer)]]),
  };
};

describe('§12.57 early requests from the head script', () => {
  test('rows that were requested early are shown before the account client loads or the login is confirmed', async () => {
    backend.forget('/auth/v1/user').hold('/auth/v1/user');
    askEarly('early');
    const { shows, refresh } = await openPage();
    await shows('early');
    expect(backend.sent(path)).toEqual([]);
    backend.rpc('my_loan', 'later');
    refresh();
    await shows('later');
  });

  test('rows that were requested early wait for our fonts, in which their lines break at other words', async () => {
    const fonts = Promise.withResolvers<undefined>();
    globalThis.fontsInUse = fonts.promise;
    askEarly('early');
    const { $data, shows } = await openPage();
    await settled();
    expect($data.get().data).toBeUndefined();
    fonts.resolve(undefined);
    await shows('early');
  });

  test('rows that were requested early do not wait long for fonts that do not arrive', async () => {
    globalThis.fontsInUse = new Promise(() => undefined);
    askEarly('early');
    const { shows } = await openPage();
    await shows('early');
  });

  test.each([
    ['failed', undefined, session.access_token],
    ['was made with another token', 'early', 'another'],
  ])('a page makes its usual request when the early request %s', async (_what, data, token) => {
    backend.rpc('my_loan', 'usual');
    askEarly(data, token);
    const { shows } = await openPage();
    await shows('usual');
  });
});

test('§12.57 an early reply for one member is not shown to the next member', async () => {
  const answer = Promise.withResolvers<{ data: string; asked: number; answered: number }>();
  globalThis.earlyAnswers = {
    token: session.access_token,
    calls: new Map([['rpc/my_loan', answer.promise]]),
  };
  const { shows, $data } = await openPage();
  backend.rpc('my_loan', 'of the next').now('/auth/v1/user', otherSession.user);
  localStorage.setItem(storageKeys.session, JSON.stringify(otherSession));
  window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }));
  await shows('of the next');
  answer.resolve({ data: 'of the first', asked: 0, answered: 1 });
  await settled();
  expect($data.get().data).toBe('of the next');
  expect(sessionStorage.getItem(storageKeys.answers)).not.toContain('of the first');
});

describe('§12.58 restoring data from an earlier page', () => {
  const shown = async () => {
    backend.rpc('my_loan', 'shown');
    const page = await openPage();
    await page.shows('shown');
    return page;
  };

  test('the next page starts with the data shown before, until fresh data arrives', async () => {
    await shown();
    const answer = backend.forget(path).hold(path);
    const { first, shows } = await openPage();
    expect(first).toEqual({ data: 'shown', loading: true, isKept: true });
    answer('fresh');
    await shows('fresh');
  });

  const forgotten: [string, () => unknown][] = [
    ['after 30 minutes', () => vi.advanceTimersByTime(30 * 60_000)],
    ['after a change', () => backend.rpcNow('my_loan', 'changed')],
    [
      'to another member',
      () => localStorage.setItem(storageKeys.session, JSON.stringify(otherSession)),
    ],
    [
      'once a script has altered the storage',
      () => sessionStorage.setItem(storageKeys.answers, '{"memberId":1}'),
    ],
  ];
  test.each(forgotten)('stored data is not shown again %s', async (when, happen) => {
    const { change } = await shown();
    if (when === 'after a change') {
      backend.forget(path).hold(path);
      void change(() => Promise.resolve());
      await settled();
    }
    happen();
    backend.forget(path).hold(path);
    expect((await openPage()).first).toEqual({ loading: true });
  });

  test('data that does not match today’s schema is not shown again', async () => {
    await shown();
    backend.forget(path).hold(path);
    expect((await openPage(v.number())).first).toEqual({ loading: true });
  });

  test('data longer than 200,000 characters is not stored', async () => {
    backend.rpc('my_loan', 'x'.repeat(200_000));
    await (await openPage()).shows('x'.repeat(200_000));
    expect(sessionStorage.getItem(storageKeys.answers)).toBeNull();
  });

  test('a page shows its data even when the browser’s storage is full', async () => {
    const kept = sessionStorage;
    const setItem = vi.fn(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem, removeItem: vi.fn() });
    backend.rpc('my_loan', 'short');
    await (await openPage()).shows('short');
    expect(setItem).toHaveBeenCalled();
    vi.stubGlobal('sessionStorage', kept);
  });
});
