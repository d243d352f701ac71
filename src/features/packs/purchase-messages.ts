import { notStartedMessages } from './purchase-labels.ts';

/** Messages for a purchase that did not go through (§8.16): each says whether money has moved and what to do. */
export const purchaseMessages = {
  ...notStartedMessages,
  scriptBlocked:
    'The payment window could not be loaded. No money has moved. Allow scripts of our payment partner (an ad blocker may stop them), then try again.',
  priceChanged: 'The price has changed. No money has moved. Reload the page to see it.',
  slowDown: 'Too many tries in a short time. No money has moved. Wait a minute and try again.',
  sessionExpired: 'Your session has ended. No money has moved. Log in again and buy the pack.',
  alreadyPaid:
    'This purchase is paid already, and no more money has moved. The pack is on your dashboard; reload the page to buy another one.',
  dismissed:
    'Nothing was paid. If you have approved it in your UPI or bank app, do not pay again: your pack counts once the bank confirms it.',
  attemptFailed:
    'That payment did not go through. If money left your account, your bank returns it within 5 to 7 working days. You can try again, unless you have approved another payment in your bank or UPI app meanwhile.',
} as const;
