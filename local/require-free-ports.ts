import { createServer } from 'node:net';
import type { StackConfig } from './config.ts';
import { listening } from './listening.ts';

/**
 * Makes sure that nobody listens on a port of the stack, so that a second `npm start` says so at once
 * and not after a build. Rejects with one line that names the first one taken and its variable.
 */
export async function requireFreePorts({ ports }: StackConfig): Promise<void> {
  const variables = [
    ['PORT', ports.site],
    ['SUPABASE_PORT', ports.backend],
    ['MAILBOX_PORT', ports.mailbox],
    ['SMTP_PORT', ports.smtp],
    ['SANDBOX_PORT', ports.sandbox],
  ] as const;
  for (const [variable, port] of variables) {
    // Without a host it meets whoever listens on any address of this machine.
    const probe = createServer().listen(port);
    await listening(probe, variable, port);
    await new Promise((resolve) => probe.close(resolve));
  }
}
