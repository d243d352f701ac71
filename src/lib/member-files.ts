import { unreadableFile } from '../domain/files/file-types.ts';
import {
  deletedFileReply,
  fileAddress,
  filePath,
  fileRefusals,
  fileTypeOf,
  largestFile,
  newFileReply,
  type FileKind,
} from '../domain/files/member-files.ts';
import { readChosen } from './chosen-file.ts';
import { FunctionError, requireOk } from './function-call.ts';
import { callAsMember, fetchAsMember } from './member-call.ts';
import { requireSaving, saveBytes } from './save-bytes.ts';

/** How long a transfer may take, in milliseconds: on a slow phone, 4 MB take about a minute. */
export const fileTimeout = 90_000;

/** Formats a file size in bytes: '812 KB', '2.4 MB'. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * Reads and checks a chosen file. Resolves to undefined, or to the reason why the file cannot be sent, in the same
 * words as the function (§18.17).
 */
export async function fileProblem(file: Blob): Promise<string | undefined> {
  if (file.size > largestFile) return fileRefusals.tooLarge;
  const bytes = await readChosen(file);
  if (!bytes) return unreadableFile;
  const found = fileTypeOf(bytes);
  return 'refused' in found ? found.refused : undefined;
}

/**
 * Sends a file that has been checked, as it was when chosen, together with its values. Resolves to the id of the
 * session's file, the rate match or the refund request. Throws FunctionError.
 */
export async function sendFile(
  kind: FileKind,
  texts: Readonly<Record<string, string>>,
  file: Blob,
): Promise<string> {
  const body = await readChosen(file);
  if (!body) throw new FunctionError('invalid_file', unreadableFile);
  const query = new URLSearchParams({ kind, ...texts });
  const { id } = await callAsMember(`${filePath}?${query}`, newFileReply, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    timeout: fileTimeout,
  });
  return id;
}

/** Deletes a session's file. Throws FunctionError. */
export async function deleteFile(file: string): Promise<void> {
  await callAsMember(fileAddress('session', file), deletedFileReply, { method: 'DELETE' });
}

const bytesOf = (reply: Response) =>
  reply.blob().catch(() => {
    throw new FunctionError('network');
  });

/** Adds the bytes of one of the member's session files to another session. Throws FunctionError. */
export async function copyFile(file: string, texts: Readonly<Record<string, string>>) {
  const call = { method: 'GET', timeout: fileTimeout };
  const bytes = await bytesOf(await fetchAsMember(fileAddress('session', file), call));
  await sendFile('session', texts, bytes);
}

/** Saves the file from a reply on this device as `name`. Resolves to its bytes. Throws FunctionError or ToldError. */
export async function saveReply(reply: Response, name: string): Promise<Blob> {
  const bytes = await bytesOf(await requireOk(reply));
  await saveBytes(bytes, name);
  return bytes;
}

/**
 * Saves one of the member's files on this device as `name`. Resolves to its bytes. Throws FunctionError or ToldError.
 */
export async function saveFile(
  address: string,
  name: string,
  timeout = fileTimeout,
): Promise<Blob> {
  requireSaving();
  return saveReply(await fetchAsMember(address, { method: 'GET', timeout }), name);
}
