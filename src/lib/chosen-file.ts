import { inTime } from '../domain/in-time.ts';

// ms. The phone may fetch the file from its cloud first.
const patience = 30_000;

const readings = new WeakMap<Blob, Promise<Uint8Array<ArrayBuffer> | undefined>>();

async function read(file: Blob) {
  try {
    const bytes = new Uint8Array(await inTime(file.arrayBuffer(), patience));
    // An empty file and, in some browsers, a folder can be read.
    return bytes.length > 0 && bytes.length === file.size ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The bytes of a chosen file, which is read once: a file that changes or disappears later is sent as it was (§18.96).
 * Resolves to undefined if it cannot be read within 30 s. Never rejects.
 */
export function readChosen(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reading = readings.get(file) ?? read(file);
  readings.set(file, reading);
  return reading;
}
