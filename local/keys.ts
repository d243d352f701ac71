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
});

export type StackKeys = v.InferOutput<typeof schema>;

const random = (bytes: number) => randomBytes(bytes).toString('hex');

/** New keys in the formats of the backend and the payment provider. */
function generateKeys(): StackKeys {
  return {
    ...generateBackendKeys(),
    razorpayKeyId: `rzp_test_${random(7)}`,
    razorpayKeySecret: random(12),
    razorpayWebhookSecret: random(12),
  };
}

/** The keys of a data folder, made on the first run (§20.20). They open nothing but this stack. */
export function readKeys(dataDir: string): StackKeys {
  const file = join(dataDir, 'keys.json');
  let text: string;
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    if (!existsSync(file)) {
      writeFileSync(file, JSON.stringify(generateKeys(), null, 2), { mode: 0o600 });
    }
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const advice = 'Change its owner, or set LOCAL_DATA_DIR to a folder you own.';
    throw new Error(`The data folder ${dataDir} cannot be read or written. ${advice}`, { cause });
  }
  const keys = v.pipe(v.string(), v.parseJson(), schema);
  const result = v.safeParse(keys, text);
  if (!result.success) {
    throw new Error(`${file} does not hold the keys of a local stack: delete it to make new ones.`);
  }
  return result.output;
}
