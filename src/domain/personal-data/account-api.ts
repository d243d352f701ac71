import * as v from 'valibot';
import { filePurposes, fileTypes } from '../files/member-files.ts';

const filePurpose = Object.values(filePurposes).flat();

/** Paths of the functions that export or close a member's account. */
export const accountPaths = {
  close: '/api/closeAccount',
  data: '/api/memberData',
} as const;

/** The files in an export, with the fields that the page shows. */
export const exportedFiles = v.object({
  files: v.array(
    v.object({
      id: v.string(),
      purpose: v.picklist(filePurpose),
      type: v.picklist(fileTypes),
      size: v.number(),
      created_at: v.string(),
      download: v.string(),
    }),
  ),
});

/** The word that a member types to confirm closing the account (§18.32). */
export const closingWord = 'CLOSE';

/** Body of `POST /api/closeAccount` (§11.60). */
export const closeRequest = v.object({
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  word: v.literal(closingWord),
});

/** The reply to `POST /api/closeAccount`. */
export const closeReply = v.object({ success: v.literal(true) });
