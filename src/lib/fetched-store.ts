import { atom, onMount, type ReadableAtom } from 'nanostores';
import { $jumps } from './clock.ts';

/**
 * The data that a page has fetched: the newest data, whether more is being fetched, and the error if the last request
 * failed. `isKept` is true as long as the data comes from an earlier page.
 */
export type Fetched<T> = { data?: T; loading: boolean; error?: unknown; isKept?: boolean };

/** Keeps data from one page to the next. */
export type Kept<T> = {
  read: (key: string) => T | undefined;
  keep: (key: string, data: T) => void;
};

type Key = string | null | undefined;

// eslint-disable-next-line no-restricted-syntax -- only the elapsed time counts, and this clock also runs while the device sleeps
const deviceNow = () => Date.now();

/**
 * Creates a store for what `fetch` returns for the key in `$key`. When the key changes, the store is emptied, and while
 * there is no key, it stays empty. The first reader starts a request. With `revisits`, a request also starts when the
 * connection, the tab or the window comes back, when the device wakes, and when its clock is set. During the build, nothing is
 * fetched. If a request fails, the data is kept. Data younger than `freshness` (in milliseconds) is not fetched again for
 * a new reader or a returning tab. If several replies arrive, the page shows the reply to the latest request, whatever
 * their order. With `kept`, the store shows what an earlier page kept until the first reply arrives.
 *
 * - `refresh` fetches again. If a request is running, another follows it, because the reply may not include the latest
 *   change.
 * - `show` replaces the data for a key without a request.
 * - `showFresh` fetches again and resolves once the page shows the result. If that fails, for example offline, it
 *   resolves right away: the page keeps its data and fetches again later.
 * - `change` runs a change, then `showFresh`, and resolves to the change's reply. If the change is refused, it throws
 *   after `showFresh`.
 * - `replace` runs a change whose reply is the new data.
 */
export function createFetchedStore<T>(
  $key: ReadableAtom<Key>,
  fetch: (key: string) => Promise<T>,
  {
    revisits = false,
    freshness = 4000,
    kept,
  }: { revisits?: boolean; freshness?: number; kept?: Kept<T> | undefined } = {},
) {
  const $data = atom<Fetched<T>>({ loading: true });
  const opened = (key: Key) => ({ key, shown: 0, askedAt: 0, running: false, again: false });
  // Real keys are never empty, so the first key always counts as a new one.
  let page = opened('');
  // Requests and changes are numbered in the order in which they start.
  let begun = 0;
  const begin = () => (begun += 1);

  const take = (of: typeof page, began: number, data: T) => {
    if (of !== page || began < of.shown) return;
    of.shown = began;
    $data.set({ data, loading: of.running });
    if (of.key) kept?.keep(of.key, data);
  };

  const refresh = async (): Promise<void> => {
    const of = page;
    if (!of.key) return;
    of.again = of.running;
    if (of.running) return;
    of.running = true;
    of.askedAt = deviceNow();
    $data.set({ ...$data.get(), loading: true });
    const began = begin();
    let failed = {};
    try {
      take(of, began, await fetch(of.key));
    } catch (error) {
      if (began > of.shown) failed = { error };
      of.askedAt = 0;
    }
    of.running = false;
    if (of !== page) return;
    $data.set({ ...$data.get(), ...failed, loading: false });
    if (of.again) await refresh();
  };

  onMount($data, () => {
    if (import.meta.env.SSR) return;
    const visit = () => {
      // Someone may have set the clock back, hence the absolute value.
      const isFresh = page.running || Math.abs(deviceNow() - page.askedAt) < freshness;
      if (!isFresh) void refresh();
    };
    const revisit = () => {
      if (!document.hidden) visit();
    };
    const stop = $key.subscribe((key) => {
      if (key !== page.key) {
        page = opened(key);
        const data = key && kept?.read(key);
        $data.set(data ? { data, loading: true, isKept: true } : { loading: Boolean(key) });
      }
      visit();
    });
    if (!revisits) return stop;
    const mounted = new AbortController();
    // A window beside another one stays visible, and only gets the focus back.
    for (const event of ['visibilitychange', 'focus', 'online']) {
      addEventListener(event, revisit, { signal: mounted.signal });
    }
    const stopJumps = $jumps.listen(revisit);
    return () => {
      stop();
      stopJumps();
      mounted.abort();
    };
  });

  const show = (key: string, data: T) => {
    if (key === page.key) take(page, begin(), data);
  };
  const showFresh = async (): Promise<void> => {
    const of = page;
    if (!of.key) return;
    const began = begin();
    try {
      take(of, began, await fetch(of.key));
    } catch {
      // Not awaited, because the change before this has already succeeded.
      void refresh();
    }
  };
  const change = async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await run();
    } finally {
      await showFresh();
    }
  };
  const replace = async (run: () => Promise<T>): Promise<void> => {
    const of = page;
    const began = begin();
    try {
      const changed = await run();
      // Each of two replies may be missing the other's change.
      if (begun > began) await showFresh();
      else take(of, began, changed);
    } catch (error) {
      await showFresh();
      throw error;
    }
  };
  return { $data, refresh: () => void refresh(), show, showFresh, change, replace };
}
