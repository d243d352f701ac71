import lighthouse, { type Flags } from 'lighthouse';
import * as v from 'valibot';
import { median } from './median.ts';

const qualities = ['accessibility', 'best-practices', 'seo'] as const;
const timings = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  speedIndex: 'speed-index',
} as const;

type Quality = (typeof qualities)[number];
type Timing = keyof typeof timings;

/** What does not change from run to run: scores from 0 to 100. */
type Qualities = Record<Quality, number>;

/**
 * The performance from 0 to 100; times in ms, simulated for a slow phone and connection; CLS as it is. The
 * last one was measured with the throttle applied.
 */
type Timings = Record<'performance' | Timing | 'lcpApplied', number>;

export type LighthouseResult = Qualities & Timings;

export type Visit = {
  url: string;
  /** Pages kept out of search engines are not asked whether they can be found there. */
  listed: boolean;
  /** Signs a member in before each look; without it, nothing is left in the browser's storage. */
  signIn?: () => Promise<void>;
};

async function report(port: number, { url, listed, signIn }: Visit, flags: Flags) {
  await signIn?.();
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    // By itself Lighthouse leaves a session where it is, and a visitor would be a member.
    ...(!signIn && { clearStorageTypes: ['all'] }),
    ...(!listed && { skipAudits: ['is-crawlable'] }),
    ...flags,
  });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`);
  }
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`${url} led to ${finalDisplayedUrl}, which is not what was to be measured.`);
  }
  return {
    score: (category: string) => Math.round(v.parse(v.number(), categories[category]?.score) * 100),
    value: (timing: Timing) => v.parse(v.number(), audits[timings[timing]]?.numericValue),
  };
}

async function qualitiesOf(port: number, visit: Visit): Promise<Qualities> {
  const { score } = await report(port, visit, { onlyCategories: [...qualities] });
  return {
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  };
}

async function timingsOf(port: number, visit: Visit): Promise<Timings> {
  const { score, value } = await report(port, visit, { onlyCategories: ['performance'] });
  const slowed = await report(port, visit, {
    onlyAudits: [timings.lcp],
    throttlingMethod: 'devtools',
  });
  return {
    performance: score('performance'),
    fcp: value('fcp'),
    lcp: value('lcp'),
    tbt: value('tbt'),
    cls: value('cls'),
    speedIndex: value('speedIndex'),
    lcpApplied: slowed.value('lcp'),
  };
}

function medians(runs: readonly Timings[]): Timings {
  const of = (name: keyof Timings) => median(runs.map((run) => run[name]));
  return {
    performance: of('performance'),
    fcp: of('fcp'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    cls: of('cls'),
    speedIndex: of('speedIndex'),
    lcpApplied: of('lcpApplied'),
  };
}

/**
 * What Lighthouse's mobile preset says of each page: of the timings the median, value by value, of
 * this many rounds over all pages, so that a slow minute of the machine meets all of them. `port` is
 * that of the browser's debugging protocol.
 */
export async function measure(
  port: number,
  visits: readonly Visit[],
  rounds: number,
): Promise<LighthouseResult[]> {
  const results: { qualities: Qualities; runs: Timings[] }[] = [];
  for (const visit of visits) results.push({ qualities: await qualitiesOf(port, visit), runs: [] });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, visit] of visits.entries()) {
      results[index]?.runs.push(await timingsOf(port, visit));
    }
  }
  return results.map(({ qualities, runs }) => ({ ...qualities, ...medians(runs) }));
}
