import { nanoquery } from '@nanostores/query';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { pageMessages } from '../../domain/account/page-messages.ts';
import { readPublic } from '../../lib/public-data.ts';
import { showToast } from '../ui/toast.ts';

const rows = v.array(v.object({ imagename: v.string(), imageurl: v.string() }));

// Failures are not retried, because the pages are complete without these pictures.
const [createQuery] = nanoquery({ onErrorRetry: null });

/**
 * The content of the `home` table (§11.7): one query with the key 'home', shared by all listeners. A new listener
 * refetches a stale query. The build sends no request.
 */
export const $home = createQuery<ReadonlyMap<string, string>>(
  [atom(import.meta.env.SSR ? null : 'home')],
  {
    fetcher: async () => {
      const list = await readPublic('home?select=*', rows);
      return new Map(list.map(({ imagename, imageurl }) => [imagename, imageurl]));
    },
    // In milliseconds. After this time, the content is stale (§9.11).
    dedupeTime: 10_000,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    onError: () => showToast('error', pageMessages.homeFailed),
  },
);
