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

/** What Lighthouse may read of a page, besides 100 for all but performance and a CLS of 0. */
export type TimeLimits = {
  /** FCP and LCP worked out for a slow phone and line, times those of the floor in the same run. */
  paint: number;
  /** LCP with line and processor really slowed down, in ms. */
  slowedLcp: number;
  /** The least score for performance. */
  performance: number;
};

export type Budget = {
  path: string;
  visitor: 'visitor' | 'member';
  limits: Weight;
  times: TimeLimits;
};

type Kind = { limits: Weight; times: TimeLimits };

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

const readTimes: TimeLimits = { paint: 1.15, slowedLcp: 1_100, performance: 100 };
const textPage: Kind = { limits: text, times: readTimes };
const landingPage: Kind = { limits: landing, times: readTimes };
const formPage: Kind = {
  limits: form,
  times: { paint: 1.35, slowedLcp: 1_150, performance: 100 },
};
// What a member waits for is how soon the packs are there; React starts on these pages at once.
const memberPage: Kind = {
  limits: member,
  times: { paint: Number.POSITIVE_INFINITY, slowedLcp: 1_800, performance: 90 },
};

/** ms. The first two on a processor four times slower. */
export const interactionLimits = {
  /** The slowest event of a control, from input to paint. */
  control: 100,
  /** The longest task while a page is scrolled. */
  scrollTask: 50,
  /** From a click to the LCP of the next page, which was pointed at 400 ms before. */
  nextPageLcp: 250,
  /**
   * Of the way from Buy Now to an open checkout, what the browser takes: the functions answer through an
   * emulator here, and the provider is not ours.
   */
  buyNow: 300,
};

/** A sentence when a value is above its limit, none otherwise. */
export function above(what: string, value: number, limit: number): string[] {
  if (value <= limit) return [];
  return [`${what}: ${Number(value.toFixed(4))} is above ${limit}.`];
}

/** A sentence when a value is below its limit, none otherwise. */
export function below(what: string, value: number, limit: number): string[] {
  return value >= limit ? [] : [`${what}: ${value} is below ${limit}.`];
}

const visitors: Record<string, Kind> = {
  '/': landingPage,
  '/buy': landingPage,
  '/contact': textPage,
  '/privacypolicy': textPage,
  '/refundpolicy': textPage,
  '/cancellationpolicy': textPage,
  '/termsandcondition': textPage,
  '/success': textPage,
  '/pay': textPage,
  '/404': textPage,
  '/login': formPage,
  '/signup': formPage,
  '/forgotpassword': formPage,
};

const members: Record<string, Kind> = {
  '/dashboard/main': memberPage,
  '/dashboard/profile': memberPage,
  '/dashboard/settings': memberPage,
};

const entries = (visitor: Budget['visitor'], pages: Record<string, Kind>): Budget[] =>
  Object.entries(pages).map(([path, kind]) => ({ path, visitor, ...kind }));

/** The budget of every page, for the visitor it is made for. */
export const budgets: readonly Budget[] = [
  ...entries('visitor', visitors),
  ...entries('member', members),
];
