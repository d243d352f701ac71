import { nanoquery, type CommonSettings } from '@nanostores/query';
import { atom } from 'nanostores';

const [createFetcherStore] = nanoquery({
  // The pages are complete without public data.
  onErrorRetry: null,
});

/** Creates a store of public data, which is fetched for its first reader. The build sends no request. */
export const createPublicStore = <T>(
  name: string,
  settings: CommonSettings<T> & { fetcher: () => Promise<T> },
) => createFetcherStore<T, Error>([atom(import.meta.env.SSR ? null : name)], settings);
