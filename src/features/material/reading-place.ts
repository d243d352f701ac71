import * as v from 'valibot';
import { keptOfMember } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

/** Where a member was reading on this device (§18.61): the text, and the index of the last heading that was passed. */
export const readingPlace = keptOfMember(
  storageKeys.readingPlace,
  v.object({ item: v.number(), heading: v.number() }),
  'local',
);
