import {
  bytesOfType,
  fileRefusals,
  fileTypeOf,
  largestFile,
} from '../domain/files/member-files.ts';

/** How long a file may take, in ms: one of 4 MB takes about a minute on a slow phone. */
export const fileTimeout = 90_000;

/** A size in bytes as a person reads it: '812 KB', '2.4 MB'. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Why a file cannot be sent, told before it is sent and in the words of the function (§18.17). */
export async function fileProblem(file: Blob): Promise<string | undefined> {
  if (file.size > largestFile) return fileRefusals.tooLarge;
  const start = new Uint8Array(await file.slice(0, bytesOfType).arrayBuffer());
  return fileTypeOf(start) === undefined ? fileRefusals.wrongType : undefined;
}
