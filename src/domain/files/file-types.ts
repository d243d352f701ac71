/** The first bytes of each file type that members send, as Latin-1. */
const starts = [
  ['application/pdf', '%PDF-'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
] as const;

const [[pdf, pdfStart]] = starts;

/**
 * A PDF may begin this many bytes into the file, because scanners and mail programs put a byte order mark or a line
 * before it.
 */
const pdfWithin = 1024;

/**
 * Shown for a file that cannot be read because it is only in the cloud, has changed since it was chosen, is empty, or
 * is a folder (§18.96).
 */
export const unreadableFile = 'We could not read this file. Choose it again.';

/** A file's type according to its bytes, whatever its name says; undefined for any other type (§18.97). */
export function typeOfBytes(bytes: Uint8Array) {
  const head = String.fromCharCode(...bytes.subarray(0, pdfWithin + pdfStart.length - 1));
  const known = starts.find(([, start]) => head.startsWith(start));
  return known?.[0] ?? (head.includes(pdfStart) ? pdf : undefined);
}
