import { FunctionError } from '../../lib/function-call.ts';
import { fetchAsMember } from '../../lib/member-call.ts';
import { fileTimeout } from './member-files.ts';

/** Saves bytes to this device, under this name. */
export function saveBytes(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves a private file of the member to this device, under this name. Throws FunctionError. */
export async function saveToDevice(address: string, name: string): Promise<void> {
  const response = await fetchAsMember(address, { method: 'GET', timeout: fileTimeout });
  const bytes = await response.blob().catch(() => {
    throw new FunctionError('network');
  });
  saveBytes(bytes, name);
}
