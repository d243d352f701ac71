import { memberPages } from '../domain/member-pages.ts';

/** The properties of a page, for the build, the tests and the budgets. */
export type Route = {
  /** Selects the page's budgets (§12.28 to §12.33); `member` pages also require a login (§2.17). */
  kind: 'landing' | 'text' | 'form' | 'island' | 'member';
  /** False keeps the page out of search engines (§13.13). */
  listed: boolean;
  /** By default one line on `member` pages and the whole footer on others (§2.33). */
  footer?: 'none' | 'line';
  /** Where the chat button is (§2.42); by default below the content of `form` and `member` pages, floating on others. */
  chat?: 'below' | 'none';
  /** About one person, so `no-store`. Member pages always are. */
  personal?: true;
  /** Its address may contain a token, a reference or a `next`, so `no-referrer`. */
  secretAddress?: true;
};

/** A page about one session or address, which a link in a mail opens. */
const ofLink = {
  kind: 'form',
  listed: false,
  footer: 'line',
  personal: true,
  secretAddress: true,
} as const satisfies Route;

/** Every page of the site (§2.1 to §2.16). */
export const routes = {
  '/': { kind: 'landing', listed: true },
  '/buy': { kind: 'landing', listed: true },
  '/contact': { kind: 'form', listed: true, secretAddress: true },
  '/emi': { kind: 'island', listed: true, chat: 'below' },
  '/mentors': { kind: 'island', listed: true, chat: 'below' },
  '/privacypolicy': { kind: 'text', listed: true },
  '/refundpolicy': { kind: 'text', listed: true },
  '/cancellationpolicy': { kind: 'text', listed: true },
  '/termsandcondition': { kind: 'text', listed: true },
  '/accessibility': { kind: 'text', listed: true },
  '/signup': { kind: 'form', listed: true, footer: 'none', secretAddress: true },
  '/login': { kind: 'form', listed: false, footer: 'none', secretAddress: true },
  '/forgotpassword': { kind: 'form', listed: false },
  '/pay': { kind: 'text', listed: false, chat: 'below' },
  '/success': {
    kind: 'text',
    listed: false,
    chat: 'below',
    personal: true,
    secretAddress: true,
  },
  '/feedback': ofLink,
  '/cancelsession': ofLink,
  '/mentor': ofLink,
  [memberPages.main]: { kind: 'member', listed: false },
  [memberPages.sessions]: { kind: 'member', listed: false },
  [memberPages.loan]: { kind: 'member', listed: false },
  [memberPages.material]: { kind: 'member', listed: false },
  [memberPages.refunds]: { kind: 'member', listed: false },
  [memberPages.profile]: { kind: 'member', listed: false },
  [memberPages.settings]: { kind: 'member', listed: false, secretAddress: true },
  [memberPages.verify]: { kind: 'member', listed: false, secretAddress: true },
  '/unsubscribe': ofLink,
  '/desk': { kind: 'member', listed: false, chat: 'none', secretAddress: true },
  '/404': { kind: 'text', listed: false },
} as const satisfies Record<`/${string}`, Route>;

/** The path of a page. */
export type RoutePath = keyof typeof routes;

/** The route of the page at `path`. Throws if it is not in the list. */
export function routeOf(path: string): Route {
  const found = Object.entries<Route>(routes).find(([known]) => known === path);
  if (!found) throw new Error(`${path} is not in src/content/routes.ts.`);
  return found[1];
}

/** The text pages: each is a route and a file in `policies/`. */
export const policyIds = [
  'privacypolicy',
  'refundpolicy',
  'cancellationpolicy',
  'termsandcondition',
  'accessibility',
] as const;
