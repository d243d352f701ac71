import { nanoquery } from '@nanostores/query';
import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import * as v from 'valibot';

const rows = v.array(v.object({ imagename: v.string(), imageurl: v.string() }));

/** Where each picture is, by imagename. */
export type HomeImages = ReadonlyMap<string, string>;

// After this nobody is waiting for a picture any more.
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
  // Home content is stale after this many ms (spec §9): until then nobody asks for it again.
  dedupeTime: 10_000,
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  // The page is whole with the pictures it came with, so a failure is not tried again by itself.
  onErrorRetry: null,
});

/** The content of the table home (spec §7): one query with key 'home', shared by all who listen. */
export const $home = createFetcherStore<HomeImages>(['home'], { fetcher: fetchHome });
