import { doneReply, fileReply, sessionFilePath } from '../../domain/session-file-api.ts';
import { hints } from '../../domain/messages.ts';
import { isSessionProblem, sessionMessages } from '../../domain/session-messages.ts';
import {
  bytesOfType,
  fileEndings,
  fileRefusals,
  fileTypeOf,
  largestFile,
  type FilePurpose,
} from '../../domain/session-files.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { callAsMember, fetchAsMember } from '../../lib/member-call.ts';
import type { SessionFile } from '../my-sessions/sessions-schema.ts';
import { refreshSessions } from '../my-sessions/sessions-store.ts';

/** What a file is called on the page. */
export const purposeNames: Record<FilePurpose, string> = {
  cv: 'CV',
  form: 'Application form',
  essay: 'Essay',
};

/** A size in bytes as a person reads it: '812 KB', '2.4 MB'. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

// ms. A file of 4 MB takes about a minute on a slow phone.
const fileTimeout = 90_000;

const refusals: Readonly<Record<string, string>> = {
  payload_too_large: fileRefusals.tooLarge,
  invalid_file: fileRefusals.wrongType,
  session_expired: hints.sessionExpired,
};

/** Why something with a file did not work, as a person reads it. */
export function fileFailure(error: unknown, online: boolean): string {
  const code = error instanceof FunctionError ? error.code : 'internal';
  if (isSessionProblem(code)) return sessionMessages[code];
  const known = refusals[code];
  if (known) return known;
  return online ? 'That did not work. Please try again in a minute.' : hints.offline;
}

/** Why a file cannot be added, told before it is sent and in the words of the function (§18.17). */
export async function fileProblem(file: Blob): Promise<string | undefined> {
  if (file.size > largestFile) return fileRefusals.tooLarge;
  const start = new Uint8Array(await file.slice(0, bytesOfType).arrayBuffer());
  return fileTypeOf(start) === undefined ? fileRefusals.wrongType : undefined;
}

/** Adds a checked file to a session. Throws FunctionError. */
export async function addFile(booking: string, purpose: FilePurpose, file: Blob): Promise<void> {
  const query = new URLSearchParams({ booking, purpose });
  try {
    await callAsMember(`${sessionFilePath}?${query}`, fileReply, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      timeout: fileTimeout,
    });
  } finally {
    refreshSessions();
  }
}

const addressOf = ({ id }: SessionFile) =>
  `${sessionFilePath}?${new URLSearchParams({ file: id })}`;

/** Deletes a file. Throws FunctionError. */
export async function deleteFile(file: SessionFile): Promise<void> {
  try {
    await callAsMember(addressOf(file), doneReply, { method: 'DELETE' });
  } finally {
    refreshSessions();
  }
}

/** Saves a file to this device. Throws FunctionError. */
export async function saveFile(file: SessionFile): Promise<void> {
  const response = await fetchAsMember(addressOf(file), { method: 'GET', timeout: fileTimeout });
  const bytes = await response.blob().catch(() => {
    throw new FunctionError('network');
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = `${file.purpose}.${fileEndings[file.type]}`;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
