import type { FaultRegistry } from './faults.ts';
import type { Store } from './store.ts';
import type { WebhookOutbox } from './webhooks.ts';

/** The parts every rule of the sandbox works with. */
export type Sandbox = {
  keyId: string;
  keySecret: string;
  accountId: string;
  store: Store;
  faults: FaultRegistry;
  webhooks: WebhookOutbox;
};
