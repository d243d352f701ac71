import { FunctionError } from './function-call.ts';
import { fetchAsMember } from './member-call.ts';
import { saveBytes } from './save-bytes.ts';
import { fileTimeout } from './member-files.ts';

/** Saves a private file of the member to this device, under this name. Throws FunctionError. */
export async function saveToDevice(address: string, name: string): Promise<void> {
  const response = await fetchAsMember(address, { method: 'GET', timeout: fileTimeout });
  const bytes = await response.blob().catch(() => {
    throw new FunctionError('network');
  });
  saveBytes(bytes, name);
}
