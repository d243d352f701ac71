import { useStore } from '@nanostores/react';
import { atom, onMount } from 'nanostores';
import { hints } from '../../domain/account/messages.ts';
import { canStoreLogin } from '../../lib/supabase.ts';

const $blocked = atom(false);

onMount($blocked, () => {
  if (!import.meta.env.SSR) $blocked.set(!canStoreLogin());
});

/** Warns above a form that this browser does not store anything, so it cannot keep the visitor logged in. */
export function StorageNotice() {
  const blocked = useStore($blocked, { ssr: 'initial' });
  return blocked ? <p className="notice mb-6">{hints.storageBlocked}</p> : null;
}
