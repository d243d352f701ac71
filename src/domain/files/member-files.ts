/** What a member may add to a session, once each or several times (§15.23). */
export const filePurposes = ['cv', 'form', 'essay'] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** The largest file in bytes (§18.10). The bucket and its table have the same limit. */
export const largestFile = 4 * 1024 * 1024;

/** The types a file may have, with the ending of its name (§18.10). */
export const fileEndings = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
} as const;
export type FileType = keyof typeof fileEndings;

/** The types a file may have, as the bucket and its table list them. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** Why a file is refused, in the same words before it is sent and by the function (§18.17). */
export const fileRefusals = {
  tooLarge: 'This file is larger than 4 MB. Save it smaller and choose it again.',
  wrongType: 'This is not a PDF, JPEG or PNG file. Save it as one of them and choose it again.',
} as const;

/** How many bytes from the start `fileTypeOf` looks at. */
export const bytesOfType = 8;

const signatures: readonly (readonly [FileType, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** The type of a file by its first bytes, whatever its name says; undefined for any other file. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  return signatures.find(([, start]) => start.every((byte, at) => bytes[at] === byte))?.[0];
}
