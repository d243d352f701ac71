/** What the build, the tests and the budgets must know of a page besides its words. */
export type Route = {
  /** What the page may weigh and how fast it must be (§12.28 to §12.33); `member` pages ask for a login. */
  kind: 'landing' | 'text' | 'form' | 'member';
  /** False keeps the page out of search engines (§13.13). */
  listed: boolean;
  /** Without a footer (§2.33). */
  footer?: boolean;
  /** About one person: nobody keeps a copy. Member pages always are. */
  personal?: true;
  /** Its address may hold a token, a reference or a `next`, which no other site may learn. */
  secretAddress?: true;
};

/** Every page of the site (§2.1 to §2.16). */
export const routes = {
  '/': { kind: 'landing', listed: true },
  '/buy': { kind: 'landing', listed: true },
  '/contact': { kind: 'text', listed: true },
  '/privacypolicy': { kind: 'text', listed: true },
  '/refundpolicy': { kind: 'text', listed: true },
  '/cancellationpolicy': { kind: 'text', listed: true },
  '/termsandcondition': { kind: 'text', listed: true },
  '/signup': { kind: 'form', listed: true, footer: false, secretAddress: true },
  '/login': { kind: 'form', listed: false, footer: false, secretAddress: true },
  '/forgotpassword': { kind: 'form', listed: false },
  '/pay': { kind: 'text', listed: false },
  '/success': { kind: 'text', listed: false, personal: true, secretAddress: true },
  '/dashboard/main': { kind: 'member', listed: false },
  '/dashboard/profile': { kind: 'member', listed: false },
  '/dashboard/settings': { kind: 'member', listed: false, secretAddress: true },
  '/404': { kind: 'text', listed: false },
} as const satisfies Record<`/${string}`, Route>;

export type RoutePath = keyof typeof routes;

/** What is known of the page at `path`. Throws when the page is not in the list. */
export function routeOf(path: string): Route {
  const found = Object.entries<Route>(routes).find(([known]) => known === path);
  if (!found) throw new Error(`${path} is not in src/content/routes.ts.`);
  return found[1];
}

/** The text pages: each is a file of `policies/` and a route. */
export const policyIds = [
  'privacypolicy',
  'refundpolicy',
  'cancellationpolicy',
  'termsandcondition',
] as const;
