/** A page anybody can open, as specified in spec §2 and design §8. */
export type PublicRoute = {
  path: string;
  /** The one h1. */
  heading: string;
  /** False where search engines are kept out. */
  index: boolean;
  footer: boolean;
  status: 200 | 404;
};

const page = { index: true, footer: true, status: 200 } as const;
const unlisted = { ...page, index: false } as const;

/** Every page anybody can open. Accessibility and overflow are tested on each of them. */
export const publicRoutes: readonly PublicRoute[] = [
  {
    ...page,
    path: '/',
    heading: 'Crack your dream business school, and get the best interest rate on your MBA loan',
  },
  { ...page, path: '/buy', heading: 'Sit your interview once before it counts' },
  { ...page, path: '/contact', heading: 'Contact us' },
  { ...page, path: '/privacypolicy', heading: 'Privacy Policy' },
  { ...page, path: '/refundpolicy', heading: 'Refund Policy' },
  { ...page, path: '/cancellationpolicy', heading: 'Cancellation Policy' },
  { ...page, path: '/termsandcondition', heading: 'Terms and Condition' },
  { ...page, path: '/signup', heading: 'FREE Sign Up', footer: false },
  { ...unlisted, path: '/login', heading: 'Sign in to the product', footer: false },
  { ...unlisted, path: '/forgotpassword', heading: 'Forgot your password?' },
  { ...unlisted, path: '/pay', heading: 'Pay by UPI' },
  { ...unlisted, path: '/success', heading: 'Payment Successful' },
  { ...unlisted, path: '/no/such/page', heading: 'Page not found', status: 404 },
];
