import { createHmac, randomBytes } from 'node:crypto';

/** How long a code is valid, in milliseconds. */
export const TOTP_STEP_MS = 30_000;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Creates a 160-bit secret in base 32 (RFC 4648). */
export function newSecret(): string {
  return Array.from(randomBytes(32), (byte) => letters.charAt(byte % letters.length)).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []);
}

/** The six digits that an authenticator with this secret shows at this time (RFC 6238). */
export function totp(secret: string, at: Date): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / TOTP_STEP_MS)));
  const hash = createHmac('sha1', bytesOf(secret)).update(step).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const code = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000;
  return String(code).padStart(6, '0');
}
