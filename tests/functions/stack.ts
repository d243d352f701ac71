import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startBackend } from '../../local/backend/start.ts';
import { readKeys, type StackKeys } from '../../local/keys.ts';
import { startMailbox } from '../../local/mailbox/start.ts';
import { startSandbox } from '../../local/sandbox/start.ts';
import { freePort, freePorts } from '../../local/free-ports.ts';

/** The services behind the functions; test files get them with `inject('stack')`. */
export type Stack = {
  backendUrl: string;
  sandboxUrl: string;
  /** Where mails arrive. */
  mailbox: { url: string; smtpPort: number };
  keys: StackKeys;
};

declare module 'vitest' {
  interface ProvidedContext {
    stack: Stack;
  }
}

/** Starts one database and one payment provider for all files; each test makes its own orders. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'functions-test-'));
  const keys = readKeys(folder);
  const [mailPort = 0, smtpPort = 0] = await freePorts(2);
  const mailbox = await startMailbox({ port: mailPort, smtpPort });
  const backend = await startBackend({
    port: await freePort(),
    dataDir: join(folder, 'backend'),
    siteUrl: 'http://localhost:4321',
    smtpPort,
    keys,
  });
  const sandbox = await startSandbox({
    port: 0,
    dataDir: join(folder, 'sandbox'),
    keyId: keys.razorpayKeyId,
    keySecret: keys.razorpayKeySecret,
    webhookSecret: keys.razorpayWebhookSecret,
  });
  project.provide('stack', {
    backendUrl: backend.url,
    sandboxUrl: sandbox.url,
    mailbox: { url: `http://127.0.0.1:${mailPort}`, smtpPort },
    keys,
  });
  return async () => {
    await sandbox.stop();
    await backend.stop();
    await mailbox.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
