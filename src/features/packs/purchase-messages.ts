import { notStartedMessages } from './purchase-labels.ts';

/**
 * Messages for a purchase that did not go through (§8.16). Each says whether money has moved and what to
 * do now.
 */
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
    'You closed the payment window. No money has moved, unless you approved a payment in your bank or UPI app: then do not pay again, your pack appears on your dashboard as soon as the bank confirms it. Otherwise your order is kept if you want to try again.',
  attemptFailed:
    'That payment did not go through. If money left your account, your bank returns it within 5 to 7 working days. You can try again, unless you have approved another payment in your bank or UPI app meanwhile.',
} as const;
