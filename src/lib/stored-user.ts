import * as v from 'valibot';
import { storageKeys } from './storage-keys.ts';

const storedSession = v.pipe(v.string(), v.parseJson(), v.object({ user: v.unknown() }));

/** The user of the stored session, not confirmed by the backend; undefined when there is none. */
export function storedUser(): unknown {
  try {
    return v.parse(storedSession, localStorage.getItem(storageKeys.session)).user;
  } catch {
    return undefined;
  }
}
