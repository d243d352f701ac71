import { memberPages } from '../domain/member-pages.ts';

/** Copy for /success and /pay (§4.4, §4.7). */
export const payment = {
  success: {
    heading: 'Payment Successful',
    thanks: 'Thank you for your purchase!',
    // Shown instead of the two above until the payment's state is known.
    asking: { heading: 'Confirming your payment', text: 'This takes a moment.' },
    reference: 'Reference number',
    withoutScript:
      'Checking a payment needs JavaScript, which is switched off in your browser. Switch it on for this site and reload the page.',
    receipt: {
      heading: 'receipt',
      print: 'Print the receipt',
      kept: 'It is on your dashboard too.',
      mailed: 'We mail this receipt to',
    },
    keep: {
      heading: 'Sign up with the same e-mail address to keep it',
      text: 'Membership is free. Sign up with the address you paid with and verify it with the link that we mail you, or use the link in your receipt. Your dashboard then has this pack.',
      signUp: { label: 'Sign up', href: '/signup?from=purchase' },
      question: 'Already a member?',
      logIn: { label: 'Log in', href: '/login' },
    },
    dashboard: { label: 'Dashboard', href: memberPages.main },
    book: { label: 'Book a session', href: `${memberPages.sessions}#book` },
  },
  pay: {
    heading: 'Pay by UPI',
    text: 'Scan the code with any UPI app, or open one on this phone, and check that the name shown there is ours before you confirm.',
    alt: 'QR code with our UPI payment address',
    // For a phone, because a phone cannot scan its own screen.
    open: 'Open your UPI app',
    copy: {
      label: 'Copy the address',
      done: 'The address is copied. Paste it into your UPI app.',
      failed: 'Your browser does not allow copying. Press and hold the address above to copy it.',
    },
    note: 'A payment made here is not matched to a pack automatically. For a pack with a receipt, buy it on the GDPI page. If you have already paid here, send us the UTR number.',
    buy: { label: 'Buy with a receipt', href: '/buy' },
  },
} as const;
