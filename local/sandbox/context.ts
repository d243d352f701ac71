import type { RefundEntity } from './entities.ts';
import type { FaultRegistry } from './faults.ts';
import type { Store } from './store.ts';
import type { WebhookOutbox } from './webhooks.ts';

/** What the modules of the sandbox share. */
export type Sandbox = {
  keyId: string;
  keySecret: string;
  store: Store;
  faults: FaultRegistry;
  webhooks: WebhookOutbox;
  /** The refunds made with an idempotency key, and the request of each. */
  refundKeys: Map<string, { request: string; refund: RefundEntity }>;
};
