/** What begins each type of file that members send, as Latin-1. */
const starts = [
  ['application/pdf', '%PDF-'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
] as const;

const [[pdf, pdfStart]] = starts;

/** How far from its start a PDF may begin: scanners and mail programs put a byte order mark or a line before it. */
const pdfWithin = 1024;

/** Said of a chosen file that gives no bytes: one that is only in the cloud, has changed since, is empty, or a folder (§18.96). */
export const unreadableFile = 'This file cannot be read. Choose it again.';

/** The type of a file by its bytes, whatever its name says; undefined for any other file (§18.97). */
export function typeOfBytes(bytes: Uint8Array) {
  const head = String.fromCharCode(...bytes.subarray(0, pdfWithin + pdfStart.length - 1));
  const known = starts.find(([, start]) => head.startsWith(start));
  return known?.[0] ?? (head.includes(pdfStart) ? pdf : undefined);
}
