import * as v from 'valibot';
import { keysOf } from '../words/keys-of.ts';
import { typeOfBytes, unreadableFile } from './file-types.ts';

/** Path of the function that serves members' files (§11.53). */
export const filePath = '/api/file';

/** What a member's file can belong to, with the possible purposes in each case. */
export const filePurposes = {
  session: ['cv', 'form', 'essay'],
  'rate-match': ['offer'],
  refund: ['letter'],
} as const;
export type FileKind = keyof typeof filePurposes;

/** The parts of their application that members can show to a mentor (§15.23). */
export type SessionPurpose = (typeof filePurposes.session)[number];

/** A file's name on pages, by its purpose. */
export const purposeNames = {
  cv: 'CV',
  form: 'Application form',
  essay: 'Essay',
  offer: 'Written offer',
  letter: 'Offer letter',
} as const;
export type FilePurpose = keyof typeof purposeNames;

/** What a file with this purpose belongs to. */
export function kindOf(purpose: string): FileKind {
  if (purpose === 'offer') return 'rate-match';
  return purpose === 'letter' ? 'refund' : 'session';
}

/** The address for downloading a file, or for deleting a session's file. */
export function fileAddress(kind: FileKind, file: string): string {
  return `${filePath}?${new URLSearchParams({ kind, file })}`;
}

/** The largest file in bytes (§18.10). The bucket and its table have the same limit. */
export const largestFile = 4 * 1024 * 1024;

/**
 * The types that a file may have, as listed for the bucket and in its table, with the file name extension for each
 * (§18.10).
 */
export const fileEndings = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
} as const;
export type FileType = keyof typeof fileEndings;
export const fileTypes = keysOf(fileEndings);

/** A file that the member has added to a session (§15.23); `size` is in bytes. */
export const sessionFile = v.object({
  id: v.string(),
  purpose: v.picklist(filePurposes.session),
  size: v.number(),
  type: v.picklist(fileTypes),
});
export type SessionFile = v.InferOutput<typeof sessionFile>;

/** Why a file is refused. The page (before sending) and the function use the same words (§18.17). */
export const fileRefusals = {
  tooLarge: 'This file is larger than 4 MB. Choose a smaller one.',
  wrongType: 'This is not a PDF, JPEG or PNG file. Choose one of those.',
} as const;

/** A member's file type according to its bytes, or why the file is refused. */
export function fileTypeOf(bytes: Uint8Array): { type: FileType } | { refused: string } {
  if (bytes.length === 0) return { refused: unreadableFile };
  const found = typeOfBytes(bytes);
  const type = fileTypes.find((allowed) => allowed === found);
  return type ? { type } : { refused: fileRefusals.wrongType };
}

/** The limits of a rate match, shared by the page and the function (§16.77). */
export const rateMatchLimits = {
  /** Length of the lender's name, in characters. */
  lender: { least: 2, most: 80 },
  /** Percent per year. */
  rate: { least: 0, most: 30 },
  /** In paise. */
  charges: { least: 0, most: 10_00_000_00 },
} as const;

/** The longest institute name that we accept with an offer, in characters. */
export const longestInstitute = 120;

/** The reply to a POST request: the id of the session's file, the rate match or the refund request. */
export const newFileReply = v.object({ success: v.literal(true), id: v.string() });

/** The reply to a DELETE request. */
export const deletedFileReply = v.object({ success: v.literal(true) });
