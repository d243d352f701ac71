import { createServer } from 'node:net';
import type { StackConfig } from './config.ts';
import { listening } from './listening.ts';

/**
 * Makes sure that nobody listens on a port of the stack, so that a second `npm start` says so at once
 * and not after a build. Rejects with one line that names the first one taken and its variable.
 */
export async function requireFreePorts({ ports }: StackConfig): Promise<void> {
  const local = '127.0.0.1';
  // Each where its part listens, because some systems let two listen on one port at different addresses.
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
