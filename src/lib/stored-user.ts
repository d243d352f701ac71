import * as v from 'valibot';
import { kept } from './kept.ts';
import { storageKeys } from './storage-keys.ts';

const session = kept(storageKeys.session, v.object({ user: v.unknown() }), 'local');

/** The user in the stored login, not confirmed by the backend; undefined if there is none. */
export const storedUser = () => session.read()?.user;
