import { nanoquery } from '@nanostores/query';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { messages } from '../../domain/account/messages.ts';
import { readPublic } from '../../lib/public-data.ts';
import { showToast } from '../ui/toast.ts';

const rows = v.array(v.object({ imagename: v.string(), imageurl: v.string() }));

type HomeImages = ReadonlyMap<string, string>;

async function fetchHome(): Promise<HomeImages> {
  const list = await readPublic('home?select=*', rows);
  return new Map(list.map(({ imagename, imageurl }) => [imagename, imageurl]));
}

const [createFetcherStore] = nanoquery({
  // ms after which the content is stale (§9.11).
  dedupeTime: 10_000,
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  // Not retried, because the page is complete with its own pictures.
  onErrorRetry: null,
  onError: () => showToast('error', messages.homeFailed),
});

// The build sends no request.
const $key = atom(import.meta.env.SSR ? null : 'home');

/**
 * The content of the table `home` (§11.7): one query with the key 'home', shared by all listeners. A new
 * listener repeats it when it is stale.
 */
export const $home = createFetcherStore<HomeImages, Error>([$key], { fetcher: fetchHome });
