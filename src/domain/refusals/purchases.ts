import { says } from './refusal.ts';

/** Why a purchase cannot begin, or cannot use this key (§11.33, §20.42). */
export const purchaseRefusals = says({
  sales_stopped:
    'We have paused sales for a short while. You were not charged this time. Please come back later today.',
  idempotency_mismatch: 'You had started this purchase for another pack. Please start again.',
  already_paid: 'You have already paid for this. Reload the page to buy another pack.',
});
