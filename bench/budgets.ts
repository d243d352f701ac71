/** What a page may load before anybody scrolls or touches it: KiB of brotli bodies, and requests. */
export type Weight = {
  /** The document with the CSS inside it. */
  html: number;
  /** The scripts inside it. */
  inlined: number;
  css: number;
  script: number;
  font: number;
  image: number;
  requests: number;
  total: number;
};

type Budget = { path: string; visitor: 'visitor' | 'member'; limits: Weight };

const reading = { css: 0, script: 0, font: 40 } as const;
const text: Weight = { ...reading, html: 9, inlined: 2, image: 10, requests: 5, total: 50 };
const landing: Weight = { ...reading, html: 14, inlined: 3, image: 40, requests: 6, total: 75 };
const form: Weight = {
  html: 9,
  inlined: 3,
  css: 0,
  script: 78,
  font: 40,
  image: 15,
  requests: 12,
  total: 125,
};
const member: Weight = {
  html: 9,
  inlined: 3,
  css: 0,
  script: 122,
  font: 40,
  image: 15,
  requests: 14,
  total: 165,
};

const visitors: Record<string, Weight> = {
  '/': landing,
  '/buy': landing,
  '/contact': text,
  '/privacypolicy': text,
  '/refundpolicy': text,
  '/cancellationpolicy': text,
  '/termsandcondition': text,
  '/success': text,
  '/pay': text,
  '/login': form,
  '/signup': form,
  '/forgotpassword': form,
};

const members: Record<string, Weight> = {
  '/dashboard/main': member,
  '/dashboard/profile': member,
  '/dashboard/settings': member,
};

const entries = (visitor: Budget['visitor'], pages: Record<string, Weight>): Budget[] =>
  Object.entries(pages).map(([path, limits]) => ({ path, visitor, limits }));

/** The budget of every page, for the visitor it is made for. */
export const budgets: readonly Budget[] = [
  ...entries('visitor', visitors),
  ...entries('member', members),
];
