import { routes, type Route } from '../src/content/routes.ts';

/** What a page may load before the visitor scrolls or touches anything: brotli bodies in KiB, and requests. */
export type Weight = {
  /** The document with its inline CSS, but without its inline scripts. */
  html: number;
  /** Inline scripts. */
  inlined: number;
  css: number;
  script: number;
  font: number;
  image: number;
  requests: number;
  total: number;
};

/** A page's Lighthouse limits. Every page must also have a CLS of 0.000, and 100 in the other categories. */
export type TimeLimits = {
  /** Simulated FCP and LCP, as multiples of the floor page's in the same run. */
  paint: number;
  /**
   * LCP with the throttle applied, in ms, on a machine where the floor page, throttled the same way, has an FCP of 680
   * ms.
   */
  lcpApplied: number;
  /** The lowest performance score. */
  performance: number;
  /** Total blocking time, in ms. */
  blocking: number;
};

export type Budget = {
  path: string;
  visitor: 'visitor' | 'member';
  limits: Weight;
  times: TimeLimits;
};

const reading = { css: 0, script: 0, inlined: 4, font: 40 } as const;

/** §12.28 to §12.31 */
const weights: Record<Route['kind'], Weight> = {
  landing: { ...reading, html: 15, inlined: 4.5, image: 40, requests: 6, total: 75 },
  text: { ...reading, html: 11, image: 10, requests: 5, total: 55 },
  form: { ...reading, html: 11, script: 80.5, image: 15, requests: 12, total: 125 },
  island: { ...reading, html: 11, script: 80.5, image: 15, requests: 12, total: 125 },
  // The limit for scripts is that of the sessions page, which has the most states. Other pages load less.
  member: { ...reading, html: 12, script: 140.2, image: 15, requests: 14, total: 190 },
};

const unlimited = Number.POSITIVE_INFINITY;

/** §12.32, §12.33, §12.35 */
const times: Record<Route['kind'], TimeLimits> = {
  landing: { paint: 1.4, lcpApplied: 900, performance: 100, blocking: unlimited },
  text: { paint: 1.15, lcpApplied: 900, performance: 100, blocking: unlimited },
  form: { paint: 1.35, lcpApplied: 900, performance: 100, blocking: unlimited },
  island: { paint: 1.35, lcpApplied: 900, performance: 100, blocking: unlimited },
  member: { paint: unlimited, lcpApplied: 1_300, performance: 98, blocking: 100 },
};

/** Limits in ms (§12.36 to §12.39). */
export const interactionLimits = {
  /** The longest time from pressing a control to the next paint, on a processor slowed down by a factor of four. */
  control: 100,
  /** The longest task while a page scrolls or a member's data arrives, on the same slowed-down processor. */
  task: 100,
  /** From a click on a link to the LCP of the next page, after hovering over the link for 400 ms. */
  nextPageLcp: 250,
  /**
   * The browser's part of the time from Buy Now to an open checkout. The rest is spent in Netlify's emulator and at the
   * provider.
   */
  buyNow: 300,
};

/** A sentence if the value is above its limit. */
export function above(what: string, value: number, limit: number): string[] {
  if (value <= limit) return [];
  return [`${what}: ${Number(value.toFixed(4))} is above ${limit}.`];
}

/** A sentence if the value is below its limit. */
export function below(what: string, value: number, limit: number): string[] {
  return value >= limit ? [] : [`${what}: ${value} is below ${limit}.`];
}

const exceptions: Partial<Record<string, Partial<Weight>>> = {
  // Long, because the law requires this page to state all the data that we keep, why, for how long, and who else sees
  // it.
  '/privacypolicy': { html: 12.5 },
  // Formulas and a table are shown before the visitor types anything.
  '/emi': { html: 14, total: 126 },
  // Includes the open desk, because the owner needs it right away. Other members open this page only by mistake.
  '/desk': { script: 151, requests: 20, total: 196 },
};

/** Every page's budget, with the kind of visitor to whom it applies. */
export const budgets: readonly Budget[] = Object.entries<Route>(routes).map(([path, { kind }]) => ({
  path,
  visitor: kind === 'member' ? 'member' : 'visitor',
  limits: { ...weights[kind], ...exceptions[path] },
  times: times[kind],
}));
