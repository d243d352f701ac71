import { routes, type Route, type RoutePath } from '../../../src/content/routes.ts';

type MemberPath = Extract<RoutePath, `/dashboard/${string}`>;

/** The one h1 of each public page. */
const headings: Record<Exclude<RoutePath, MemberPath>, string> = {
  '/': 'Crack your dream business school, and get the best interest rate on your MBA loan',
  '/buy': 'Sit your interview once before it counts',
  '/contact': 'Contact us',
  '/privacypolicy': 'Privacy Policy',
  '/refundpolicy': 'Refund Policy',
  '/cancellationpolicy': 'Cancellation Policy',
  '/termsandcondition': 'Terms and Condition',
  '/signup': 'FREE Sign Up',
  '/login': 'Sign in to the product',
  '/forgotpassword': 'Forgot your password?',
  '/pay': 'Pay by UPI',
  '/success': 'Payment Successful',
  '/404': 'Page not found',
};

/** Every page anybody can open; the 404 page at an address that is no page. */
export const publicRoutes = Object.entries(headings).map(([route, heading]) => {
  // The keys are those of `headings`, which are routes.
  const { kind, listed, footer = true }: Route = routes[route as keyof typeof headings];
  const isMissing = route === '/404';
  return {
    path: isMissing ? '/no/such/page' : route,
    status: isMissing ? 404 : 200,
    heading,
    kind,
    listed,
    footer,
  };
});

/** The pages of a member. */
export const memberPaths = Object.entries<Route>(routes).flatMap(([path, { kind }]) =>
  kind === 'member' ? [path] : [],
);
