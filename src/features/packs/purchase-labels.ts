/** Labels for 'Buy Now' and its busy state (§8.1). */
export const purchaseLabels = {
  buy: 'Buy Now',
  waiting: 'Please wait',
  preparing: 'Preparing your payment',
} as const;

/** Messages shown if the purchase module cannot be downloaded (§8.16). */
export const notStartedMessages = {
  notStarted: 'We could not start the payment. You were not charged this time. Please try again.',
  offline: 'You appear to be offline. You were not charged this time. Connect and try again.',
} as const;
