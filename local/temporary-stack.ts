import { appendFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { portsOfTests, temporaryConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { readKeys } from './keys.ts';
import { serveProduction } from './serve.ts';
import { removeSite } from './site/folder.ts';
import type { StartSite } from './site/start.ts';

/** The addresses of a stack's parts, and the keys with which tests can inspect the backend. */
export const stackAddresses = v.object({
  site: v.string(),
  backend: v.string(),
  mailbox: v.string(),
  sandbox: v.string(),
  publishableKey: v.string(),
  secretKey: v.string(),
  /** Every key that must never reach a browser. */
  secrets: v.array(v.string()),
  /** A file that contains the stack's console output. */
  log: v.string(),
});

export type StackAddresses = v.InferOutput<typeof stackAddresses>;

/** Copies this process's console output to a file. Returns a function that stops copying. */
function recordOutput(file: string): () => void {
  const originals = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: []) => {
      appendFileSync(file, chunk);
      return write(chunk, ...rest);
    };
    return () => {
      stream.write = write;
    };
  });
  return () => originals.forEach((restore) => restore());
}

/**
 * Starts the whole product on free ports, with temporary data that is deleted when it stops. Netlify's emulator serves
 * the site, unless `server` loads another server.
 */
export async function startTemporaryStack(server?: () => Promise<StartSite>): Promise<{
  addresses: StackAddresses;
  stop(): Promise<void>;
}> {
  const config = await temporaryConfig(portsOfTests());
  const { dataDir, ports } = config;
  const log = join(dataDir, 'console.log');
  const stopRecording = recordOutput(log);
  const parts = await serveProduction(config, server);
  const { publishableKey, razorpayKeyId, ...keys } = readKeys(dataDir);
  return {
    addresses: {
      ...stackUrls(config),
      publishableKey,
      secretKey: keys.secretKey,
      secrets: Object.values(keys),
      log,
    },
    async stop() {
      await parts.stop();
      stopRecording();
      await rm(dataDir, { recursive: true, force: true });
      await removeSite(ports.site);
    },
  };
}
