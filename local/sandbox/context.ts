import type { RefundEntity } from './entities.ts';
import type { FaultRegistry } from './faults.ts';
import type { Store } from './store.ts';
import type { WebhookOutbox } from './webhooks.ts';

/** Shared by the sandbox's modules. */
export type Sandbox = {
  keyId: string;
  keySecret: string;
  store: Store;
  faults: FaultRegistry;
  webhooks: WebhookOutbox;
  /** The refund and the request that belong to each idempotency key. */
  refundKeys: Map<string, { request: string; refund: RefundEntity }>;
};
