import lighthouse, { type Flags } from 'lighthouse';
import * as v from 'valibot';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const timings = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  speedIndex: 'speed-index',
} as const;

type Category = (typeof categories)[number];
type Timing = keyof typeof timings;

/**
 * Scores from 0 to 100; times in ms, worked out for a slow phone and line; CLS as it is. The last
 * one was measured with the line and the processor really slowed down.
 */
export type LighthouseResult = Record<Category | Timing | 'lcpSlowedDown', number>;

type Visit = {
  /** Port of the browser's debugging protocol. */
  port: number;
  /** Keeps what is stored in the browser, so that a member stays signed in. */
  keepStorage: boolean;
  /** Pages kept out of search engines are not asked whether they can be found there. */
  listed: boolean;
};

const runs = 3;

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function report(url: string, { port, keepStorage }: Visit, flags: Flags) {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    disableStorageReset: keepStorage,
    ...flags,
  });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`);
  }
  return result.lhr;
}

async function measureOnce(url: string, visit: Visit): Promise<LighthouseResult> {
  const lhr = await report(url, visit, {
    onlyCategories: [...categories],
    ...(!visit.listed && { skipAudits: ['is-crawlable'] }),
  });
  const slowed = await report(url, visit, {
    onlyAudits: [timings.lcp],
    throttlingMethod: 'devtools',
  });
  const score = (name: Category): [Category, number] => [
    name,
    Math.round(v.parse(v.number(), lhr.categories[name]?.score) * 100),
  ];
  const time = (name: Timing): [Timing, number] => [
    name,
    v.parse(v.number(), lhr.audits[timings[name]]?.numericValue),
  ];
  // Object.fromEntries forgets which names there are; these are all of them.
  return Object.fromEntries([
    ...categories.map(score),
    ...(Object.keys(timings) as Timing[]).map(time),
    ['lcpSlowedDown', v.parse(v.number(), slowed.audits[timings.lcp]?.numericValue)],
  ]) as LighthouseResult;
}

/** What Lighthouse's mobile preset says of a page: the median of three runs, value by value. */
export async function measure(url: string, visit: Visit): Promise<LighthouseResult> {
  const results: LighthouseResult[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await measureOnce(url, visit));
  const names = [...categories, ...(Object.keys(timings) as Timing[]), 'lcpSlowedDown'] as const;
  return Object.fromEntries(
    names.map((name) => [name, median(results.map((result) => result[name]))]),
  ) as LighthouseResult;
}
