import { doneReply, fileReply, sessionFilePath } from '../../domain/bookings/session-file-api.ts';
import { fileEndings, type FilePurpose } from '../../domain/files/member-files.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { fileTimeout } from '../../lib/member-files.ts';
import type { SessionFile } from '../packs/practice-schema.ts';
import { refreshPractice } from '../packs/practice-store.ts';

/** What a file is called on the page. */
export const purposeNames: Record<FilePurpose, string> = {
  cv: 'CV',
  form: 'Application form',
  essay: 'Essay',
};

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
