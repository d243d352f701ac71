import { nanoquery } from '@nanostores/query';
import { atom } from 'nanostores';
import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import * as v from 'valibot';
import { messages } from '../../domain/messages.ts';
import { showToast } from '../toasts/toast.ts';

const rows = v.array(v.object({ imagename: v.string(), imageurl: v.string() }));

/** Where each picture is, by imagename. */
export type HomeImages = ReadonlyMap<string, string>;

// ms; nobody waits longer for a picture.
const timeout = 8000;

async function fetchHome(): Promise<HomeImages> {
  const response = await fetch(`${PUBLIC_SUPABASE_URL}/rest/v1/home?select=*`, {
    headers: { apikey: PUBLIC_SUPABASE_PUBLISHABLE_KEY },
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw new Error(`The home content answered ${response.status}`);
  const list = v.parse(rows, await response.json());
  return new Map(list.map(({ imagename, imageurl }) => [imagename, imageurl]));
}

const [createFetcherStore] = nanoquery({
  // Home content is stale after this many ms (§9.11).
  dedupeTime: 10_000,
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  // The page is complete with the pictures it came with, so a failure is not retried.
  onErrorRetry: null,
  onError: () => showToast('error', messages.homeFailed),
});

// Nothing is asked while the pages are built.
const $key = atom(import.meta.env.SSR ? null : 'home');

/**
 * The content of the table home (§11.7): one query with the key 'home', shared by everything that listens
 * and asked again by a new listener when it is stale.
 */
export const $home = createFetcherStore<HomeImages, Error>([$key], { fetcher: fetchHome });
