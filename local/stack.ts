import { join } from 'node:path';
import { startBackend } from './backend/start.ts';
import type { StackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import type { StackKeys } from './keys.ts';
import { startMailbox } from './mailbox/start.ts';
import { requireFreePorts } from './require-free-ports.ts';
import { startSandbox } from './sandbox/start.ts';

type Part = { stop(): Promise<void> };

/** Parts that run together and are stopped in reverse order. */
export class Parts {
  readonly #running: Part[] = [];

  /** Adds a part once it has started. If it fails to start, stops all parts added before it. */
  async start<T extends Part>(starting: Promise<T>): Promise<T> {
    try {
      const part = await starting;
      this.#running.unshift(part);
      return part;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (const part of this.#running.splice(0)) await part.stop();
  }
}

/**
 * Starts the services behind the site: the mailbox, the backend with our schema and the payment sandbox, each once the
 * previous one is healthy (§20.17). Does not start anything if any of the stack's ports, including the site's, is
 * taken.
 */
export async function startServices(config: StackConfig, keys: StackKeys): Promise<Parts> {
  const { ports, dataDir } = config;
  const { site } = stackUrls(config);
  const parts = new Parts();

  await requireFreePorts(config);
  await parts.start(startMailbox({ port: ports.mailbox, smtpPort: ports.smtp }));
  await parts.start(
    startBackend({
      port: ports.backend,
      dataDir: join(dataDir, 'backend'),
      siteUrl: site,
      smtpPort: ports.smtp,
      confirmEmail: config.confirmEmail,
      keys,
    }),
  );
  await parts.start(
    startSandbox({
      port: ports.sandbox,
      dataDir: join(dataDir, 'sandbox'),
      keyId: keys.razorpayKeyId,
      keySecret: keys.razorpayKeySecret,
      webhookSecret: keys.razorpayWebhookSecret,
      webhookUrl: `${site}/api/paymentWebhook`,
    }),
  );
  return parts;
}
