import { atom, onMount, type ReadableAtom } from 'nanostores';
import { $jumps } from './clock.ts';

/**
 * Fetched data on a page: the newest, whether more is being fetched, and the error of the last request if it failed.
 * `isKept` while the data is what an earlier page showed.
 */
export type Fetched<T> = { data?: T; loading: boolean; error?: unknown; isKept?: boolean };

/** Data that is kept from one page to the next. */
export type Kept<T> = {
  read: (key: string) => T | undefined;
  keep: (key: string, data: T) => void;
};

type Key = string | null | undefined;

/**
 * Creates a store of what `fetch` returns for the key of `$key`. A new key empties it; without one it stays empty. The
 * first reader fetches; with `revisits`, so do a connection and a tab that come back, and a device that wakes or whose
 * clock is set. The build fetches nothing. A failed request keeps the data. Data younger than `freshness` (ms) is not
 * fetched again for a new reader or a tab that comes back. Of several answers the page shows the one that was asked for
 * last, in whatever order they arrive. With `kept`, it shows what an earlier page kept until the first answer.
 *
 * - `refresh` fetches again; a request that runs may have been answered too early, so another follows it.
 * - `show` replaces the data of a key without a request.
 * - `showFresh` fetches again and resolves once the page shows the result. If that fails, as offline, it resolves at
 *   once: the page keeps its data and fetches again by itself.
 * - `change` runs a change and resolves to its answer after `showFresh`, also after a refusal.
 * - `replace` runs a change whose answer is the new data.
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
  // No key is empty, so the first one opens a page.
  let page = opened('');
  // Requests and changes are numbered in their order.
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
    of.askedAt = Date.now();
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
      // By this device's clock, because it also counts while the device sleeps. Somebody may have set it back.
      const isFresh = page.running || Math.abs(Date.now() - page.askedAt) < freshness;
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
    addEventListener('visibilitychange', revisit);
    addEventListener('online', revisit);
    const stopJumps = $jumps.listen(revisit);
    return () => {
      stop();
      stopJumps();
      removeEventListener('visibilitychange', revisit);
      removeEventListener('online', revisit);
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
      // A change before this was answered already.
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
      // Either of two answers may lack the change of the other.
      if (begun > began) await showFresh();
      else take(of, began, changed);
    } catch (error) {
      await showFresh();
      throw error;
    }
  };
  return { $data, refresh: () => void refresh(), show, showFresh, change, replace };
}
