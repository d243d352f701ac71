import { basename } from 'node:path';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactElement } from 'react';
import { storageKeys } from '../../../src/lib/storage-keys.ts';
import { Backend } from './backend.ts';

export const member = {
  id: '5f0c3f0e-1111-4222-8333-444455556666',
  role: 'authenticated',
  aud: 'authenticated',
  email: 'asha@example.com',
  user_metadata: { firstname: 'Asha', lastname: 'Rao' },
};

const token = [
  '{"alg":"HS256"}',
  JSON.stringify({ sub: member.id, exp: 4_102_444_800 }),
  'signature',
]
  .map((part) => btoa(part).replaceAll('=', ''))
  .join('.');

/** A session in the account service’s own format. */
export const session = {
  access_token: token,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_102_444_800,
  user: member,
};

export function signedIn(): Backend {
  localStorage.setItem(storageKeys.session, JSON.stringify(session));
  localStorage.setItem(storageKeys.isLoggedIn, 'true');
  return new Backend().answer('/auth/v1/user', member);
}

/** Stores data as an earlier page in this tab would have (§12.58). */
export function shownBefore(name: string, data: unknown): void {
  const fields = { [name]: { at: Date.now(), data } };
  sessionStorage.setItem(storageKeys.answers, JSON.stringify({ memberId: member.id, fields }));
}

// Only islands without props can be loaded by name.
const islands = import.meta.glob<Record<string, ComponentType>>('../../../src/features/**/*.tsx');

/** Loads an island by its place in src/features, such as ‘material/Community’. */
export const island = (place: string) => async () => {
  const loaded = await islands[`../../../src/features/${place}.tsx`]?.();
  const Island = loaded?.[basename(place)];
  if (!Island) throw new Error(`There is no island ${place}.`);
  return <Island />;
};

/** Renders an island as the page does; the import happens here, so that the island’s stores begin empty. */
export async function show(load: () => Promise<ReactElement>) {
  const island = await load();
  const user = userEvent.setup();
  const view = await act(async () => await Promise.resolve(render(<main>{island}</main>)));
  return { user, ...view };
}
