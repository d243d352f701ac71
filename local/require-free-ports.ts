import { createServer } from 'node:net';
import type { StackConfig } from './config.ts';
import { listening } from './listening.ts';

/**
 * Checks that every port of the stack is free, so that a second `npm start` fails before its build. Rejects with a
 * one-line error that names the first port that is taken and its variable.
 */
export async function requireFreePorts({ ports }: StackConfig): Promise<void> {
  const local = '127.0.0.1';
  // The site's port must be free at every address: some systems let two servers share a port at different addresses,
  // and a browser may resolve `localhost` to an address other than 127.0.0.1.
  const places = [
    ['PORT', ports.site, undefined],
    ['PORT', ports.site, local],
    ['SUPABASE_PORT', ports.backend, local],
    ['MAILBOX_PORT', ports.mailbox, local],
    ['SMTP_PORT', ports.smtp, local],
    ['SANDBOX_PORT', ports.sandbox, local],
  ] as const;
  for (const [variable, port, host] of places) {
    const probe = createServer().listen(port, host);
    await listening(probe, variable, port);
    await new Promise((resolve) => probe.close(resolve));
  }
}
