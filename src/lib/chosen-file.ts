import { inTime } from '../domain/in-time.ts';

// In milliseconds. A phone may first have to download the file from the cloud.
const patience = 30_000;

const readings = new WeakMap<Blob, Promise<Uint8Array<ArrayBuffer> | undefined>>();

async function read(file: Blob) {
  try {
    const bytes = new Uint8Array(await inTime(file.arrayBuffer(), patience));
    // Empty files, and in some browsers folders, can be read without an error.
    return bytes.length > 0 && bytes.length === file.size ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The bytes of a chosen file. Reads the file only once, so that it is sent as it was even if it changes or disappears
 * later (§18.96). Resolves to undefined if the file cannot be read within 30 s. Never rejects.
 */
export function readChosen(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reading = readings.get(file) ?? read(file);
  readings.set(file, reading);
  return reading;
}
