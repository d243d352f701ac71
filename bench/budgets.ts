import { routes, type Route } from '../src/content/routes.ts';

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
  /** FCP and LCP, simulated, times those of the floor in the same run. */
  paint: number;
  /** LCP with the throttle applied, in ms. */
  appliedLcp: number;
  /** The least score for performance. */
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
  form: { ...reading, html: 11, script: 80, image: 15, requests: 12, total: 125 },
  member: { ...reading, html: 12, script: 140, image: 15, requests: 14, total: 190 },
};

const unlimited = Number.POSITIVE_INFINITY;

/** §12.32, §12.33, §12.35 */
const times: Record<Route['kind'], TimeLimits> = {
  landing: { paint: 1.2, appliedLcp: 900, performance: 100, blocking: unlimited },
  text: { paint: 1.15, appliedLcp: 900, performance: 100, blocking: unlimited },
  form: { paint: 1.35, appliedLcp: 900, performance: 100, blocking: unlimited },
  member: { paint: unlimited, appliedLcp: 1_300, performance: 98, blocking: 100 },
};

/** ms. The first two on a processor four times slower (§12.36 to §12.39). */
export const interactionLimits = {
  /** The slowest event of a control, from input to paint. */
  control: 100,
  /** The longest task while a page is scrolled (§12.37). */
  scrollTask: 100,
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

/** The budget of every page, for the visitor it is made for. */
export const budgets: readonly Budget[] = Object.entries<Route>(routes).map(([path, { kind }]) => ({
  path,
  visitor: kind === 'member' ? 'member' : 'visitor',
  limits: weights[kind],
  times: times[kind],
}));
