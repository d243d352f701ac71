import { routes, type Route, type RoutePath } from '../../../src/content/routes.ts';

type MemberPath = Extract<RoutePath, `/dashboard/${string}`>;

/** The h1 of each public page. */
const headings: Record<Exclude<RoutePath, MemberPath | '/desk'>, string> = {
  '/': 'Crack your dream business school, and get the best interest rate on your MBA loan',
  '/buy': 'Sit your interview once before it counts',
  '/contact': 'Contact us',
  '/emi': 'MBA loan EMI calculator',
  '/mentors': 'Who sits across the table',
  '/privacypolicy': 'Privacy Policy',
  '/refundpolicy': 'Refund Policy',
  '/cancellationpolicy': 'Cancellation Policy',
  '/termsandcondition': 'Terms and Condition',
  '/accessibility': 'Accessibility',
  '/signup': 'FREE Sign Up',
  '/login': 'Sign in to the product',
  '/forgotpassword': 'Forgot your password?',
  '/pay': 'Pay by UPI',
  '/success': 'Payment Successful',
  '/feedback': 'Your session and feedback',
  '/mentor': 'Your sessions and times',
  '/cancelsession': 'Your session',
  '/unsubscribe': 'Stop these emails',
  '/404': 'Page not found',
};

/** The pages without a footer (§2.33). */
export const withoutFooter = ['/login', '/signup'];

/** Every public page. The 404 page has a missing page’s path. */
export const publicRoutes = Object.entries(headings).map(([route, heading]) => {
  // Object.entries types the keys as strings.
  const { kind, listed }: Route = routes[route as keyof typeof headings];
  const isMissing = route === '/404';
  return {
    path: isMissing ? '/no/such/page' : route,
    status: isMissing ? 404 : 200,
    heading,
    kind,
    listed,
    footer: !withoutFooter.includes(route),
  };
});

/** The pages behind the links in emails to mentors. */
export const mentorPaths = ['/feedback', '/cancelsession', '/mentor'];

export const formPaths = publicRoutes.flatMap(({ path, kind }) => (kind === 'form' ? [path] : []));

export const memberPaths = Object.entries<Route>(routes).flatMap(([path, { kind }]) =>
  kind === 'member' ? [path] : [],
);
