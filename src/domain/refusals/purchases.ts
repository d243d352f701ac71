import { says } from './refusal.ts';

/** Why the key of a purchase cannot begin another one (§11.33). */
export const purchaseRefusals = says({
  idempotency_mismatch: 'This purchase was already started for another pack. Please start again.',
  already_paid: 'This purchase is paid already. Reload the page to buy another pack.',
});
