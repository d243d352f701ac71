import type { Action } from './copy.ts';

type Payment = {
  success: { heading: string; thanks: string; reference: string; dashboard: Action };
  pay: { heading: string; text: string; alt: string; note: string; buy: Action };
};

/** Copy of /success and /pay (§4.4, §4.7). */
export const payment = {
  success: {
    heading: 'Payment Successful',
    thanks: 'Thank you for your purchase!',
    reference: 'Reference number',
    dashboard: { label: 'Dashboard', href: '/dashboard/main' },
  },
  pay: {
    heading: 'Pay by UPI',
    text: 'Scan the code with any UPI app, and check that the name shown there is ours before you confirm.',
    alt: 'QR code with our UPI payment address',
    note: 'A payment made here is not matched to a pack by itself. For a pack with a receipt, buy it on the GDPI page. If you paid here already, send us the UTR number.',
    buy: { label: 'Buy with a receipt', href: '/buy' },
  },
} as const satisfies Payment;
