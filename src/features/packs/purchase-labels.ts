/** Labels of 'Buy Now' and of the busy state (§8.1). */
export const purchaseLabels = {
  buy: 'Buy Now',
  waiting: 'Please wait',
  preparing: 'Preparing your payment',
} as const;

/** Messages for when the purchase code cannot be downloaded (§8.16). */
export const notStartedMessages = {
  notStarted: 'Payment could not be started. This try took no money. Please try again.',
  offline: 'You appear to be offline. This try took no money. Connect and try again.',
} as const;
