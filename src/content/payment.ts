import { memberPages } from '../domain/member-pages.ts';

/** Copy for /success and /pay (§4.4, §4.7). */
export const payment = {
  success: {
    heading: 'Payment Successful',
    thanks: 'Thank you for your purchase!',
    // Shown instead of the two texts above until the payment's state is known.
    asking: { heading: 'Confirming your payment', text: 'This takes a moment.' },
    // Shown instead of them if the address has no reference.
    none: {
      heading: 'Find your payment',
      text: 'This link has no payment reference.',
      hint: 'In your receipt email. It starts with ‘pay_’.',
      find: 'Find payment',
      others: [
        {
          who: 'Members',
          where: 'Your packs and receipts are also on your dashboard.',
          href: memberPages.main,
        },
        {
          who: 'Bought without an account?',
          where: 'The link in your receipt email shows the payment too.',
        },
      ],
      question: 'Paid, but no receipt?',
      write: 'Write to us',
    },
    withoutScript: 'Checking a payment needs JavaScript. Switch it on and reload the page.',
    receipt: {
      heading: 'receipt',
      print: 'Print the receipt',
      kept: 'It is also on your dashboard.',
      mailed: { now: 'We email this receipt to', later: 'We emailed this receipt to' },
    },
    keep: {
      // Before the masked address, at first and once the email must have left.
      link: { now: 'We email the link to', later: 'We emailed the link to' },
      receipt: { now: 'We email the receipt to', later: 'We emailed the receipt to' },
      signUp: { label: 'Sign up', href: '/signup?from=purchase' },
      logIn: { label: 'Log in', href: '/login' },
    },
    dashboard: { label: 'Dashboard', href: memberPages.main },
    book: { label: 'Book a session', href: `${memberPages.sessions}#book` },
    sessions: { label: 'See your sessions', href: memberPages.sessions },
  },
  pay: {
    heading: 'Pay by UPI',
    text: 'Scan the code with any UPI app, or open one on this phone, and check that the name shown there is ours before you confirm.',
    alt: 'QR code with our UPI payment address',
    // Shown on phones, because a phone cannot scan its own screen.
    open: 'Open your UPI app',
    copy: {
      label: 'Copy the address',
      done: 'Address copied. Paste it into your UPI app.',
      failed: 'Your browser does not allow copying. Press and hold the address above to copy it.',
    },
    note: 'Paying here does not buy a pack automatically. To buy a pack and get a receipt, use the GDPI page. Already paid here? Send us the UTR number.',
    buy: { label: 'Buy a pack with a receipt', href: '/buy' },
  },
} as const;
