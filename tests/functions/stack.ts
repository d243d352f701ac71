import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { temporaryConfig } from '../../local/config.ts';
import { stackEnvironment, stackUrls } from '../../local/environment.ts';
import { readKeys, type StackKeys } from '../../local/keys.ts';
import { startServices } from '../../local/stack.ts';

/** The services behind the functions; test files get them with `inject('stack')`. */
export type Stack = {
  backendUrl: string;
  sandboxUrl: string;
  /** The mailbox in which emails arrive. */
  mailboxUrl: string;
  keys: StackKeys;
  environment: Record<string, string>;
};

declare module 'vitest' {
  interface ProvidedContext {
    stack: Stack;
  }
}

/** Starts one database and one payment provider for all files; each test makes its own orders. No site runs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const config = await temporaryConfig();
  const keys = readKeys(config.dataDir);
  const parts = await startServices(config, keys);
  const { backend, sandbox, mailbox } = stackUrls(config);
  const environment = stackEnvironment(config, keys);
  project.provide('stack', {
    backendUrl: backend,
    sandboxUrl: sandbox,
    mailboxUrl: mailbox,
    keys,
    environment,
  });
  return async () => {
    await parts.stop();
    await rm(config.dataDir, { recursive: true, force: true });
  };
}
