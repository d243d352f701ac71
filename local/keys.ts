import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { generateKeys as generateBackendKeys } from './backend/start.ts';

const schema = v.object({
  publishableKey: v.string(),
  secretKey: v.string(),
  jwtSecret: v.string(),
  razorpayKeyId: v.string(),
  razorpayKeySecret: v.string(),
  razorpayWebhookSecret: v.string(),
  freeInterviewSecret: v.string(),
  linkSecret: v.string(),
});

export type StackKeys = v.InferOutput<typeof schema>;

const random = (bytes: number) => randomBytes(bytes).toString('hex');

/** New keys in the backend's and the payment provider's formats. */
function generateKeys(): StackKeys {
  return {
    ...generateBackendKeys(),
    razorpayKeyId: `rzp_test_${random(7)}`,
    razorpayKeySecret: random(12),
    razorpayWebhookSecret: random(12),
    freeInterviewSecret: random(32),
    linkSecret: random(32),
  };
}

/** An earlier version of the stack may have stored fewer keys. */
const keptKeys = v.pipe(v.string(), v.parseJson(), v.looseObject({ secretKey: v.string() }));

/**
 * A data folder's keys. The first run generates them, and later runs add missing keys (§20.20). They work only for this
 * stack.
 */
export function readKeys(dataDir: string): StackKeys {
  const file = join(dataDir, 'keys.json');
  const write = (keys: object) =>
    writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
  let text: string;
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    if (!existsSync(file)) write(generateKeys());
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const advice = 'Change its owner, or set LOCAL_DATA_DIR to a folder you own.';
    throw new Error(`The data folder ${dataDir} cannot be read or written. ${advice}`, { cause });
  }
  const kept = v.safeParse(keptKeys, text);
  const keys = v.safeParse(schema, { ...generateKeys(), ...(kept.success && kept.output) });
  if (!kept.success || !keys.success) {
    throw new Error(`${file} does not hold the keys of a local stack: delete it to make new ones.`);
  }
  if (Object.keys(schema.entries).some((name) => !(name in kept.output))) write(keys.output);
  return keys.output;
}
