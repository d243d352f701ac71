import type { FaultRegistry } from './faults.ts';
import type { Store } from './store.ts';
import type { WebhookOutbox } from './webhooks.ts';

/** What the modules of the sandbox share. */
export type Sandbox = {
  keyId: string;
  keySecret: string;
  accountId: string;
  store: Store;
  faults: FaultRegistry;
  webhooks: WebhookOutbox;
};
