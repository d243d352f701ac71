import { doneReply, fileReply, sessionFilePath } from '../../domain/bookings/session-file-api.ts';
import { hints } from '../../domain/account/messages.ts';
import { isSessionProblem, sessionMessages } from '../../domain/bookings/session-messages.ts';
import { fileEndings, type FilePurpose } from '../../domain/files/member-files.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { fileFailures, fileTimeout } from '../../lib/member-files.ts';
import type { SessionFile } from '../packs/practice-schema.ts';
import { refreshPractice } from '../packs/practice-store.ts';

/** What a file is called on the page. */
export const purposeNames: Record<FilePurpose, string> = {
  cv: 'CV',
  form: 'Application form',
  essay: 'Essay',
};

/** Why something with a file did not work, as a person reads it. */
export function fileFailure(error: unknown, online: boolean): string {
  const code = error instanceof FunctionError ? error.code : 'internal';
  if (isSessionProblem(code)) return sessionMessages[code];
  const known = fileFailures[code];
  if (known) return known;
  return online ? 'That did not work. Please try again in a minute.' : hints.offline;
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
    refreshPractice();
  }
}

const addressOf = ({ id }: SessionFile) =>
  `${sessionFilePath}?${new URLSearchParams({ file: id })}`;

/** Deletes a file. Throws FunctionError. */
export async function deleteFile(file: SessionFile): Promise<void> {
  try {
    await callAsMember(addressOf(file), doneReply, { method: 'DELETE' });
  } finally {
    refreshPractice();
  }
}

/** Saves a file to this device. Throws FunctionError. */
export async function saveFile(file: SessionFile): Promise<void> {
  const { saveToDevice } = await import('../../lib/save-to-device.ts');
  return saveToDevice(addressOf(file), `${file.purpose}.${fileEndings[file.type]}`);
}
