/** The first bytes of each type of file that members send, as Latin-1. */
const starts = [
  ['application/pdf', '%PDF-'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
] as const;

/** How many bytes from the start `typeOfBytes` looks at. */
export const bytesOfType = 8;

/** The type of a file by its first bytes, whatever its name says; undefined for any other file. */
export function typeOfBytes(bytes: Uint8Array) {
  const given = String.fromCharCode(...bytes.subarray(0, bytesOfType));
  return starts.find(([, start]) => given.startsWith(start))?.[0];
}
