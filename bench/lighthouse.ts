import lighthouse, { type Flags } from 'lighthouse';
import * as v from 'valibot';
import { keysOf } from '../src/domain/words/keys-of.ts';
import { median } from './median.ts';

const qualities = ['accessibility', 'best-practices', 'seo'] as const;
const timings = {
  fcp: 'first-contentful-paint',
  lcpSimulated: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  speedIndex: 'speed-index',
} as const;

const timingNames = [...keysOf(timings), 'performance', 'fcpApplied', 'lcpApplied'] as const;

/** Scores from 0 to 100 that are the same in every run. */
type Qualities = Record<(typeof qualities)[number], number>;

/**
 * The performance score from 0 to 100, times in ms, and the CLS. Times are simulated for a slow phone and connection,
 * except for `fcpApplied` and `lcpApplied`, which are measured with the throttle applied (§12.32, §12.33).
 */
type Timings = Record<(typeof timingNames)[number], number>;

export type LighthouseResult = Qualities & Timings;

export type Visit = {
  url: string;
  /** False skips the audit that checks whether search engines may list the page. */
  listed: boolean;
  /** Logs a member in before each measurement. If absent, the storage is cleared instead. */
  signIn?: () => Promise<void>;
};

async function report(port: number, { url, listed, signIn }: Visit, flags: Flags) {
  await signIn?.();
  const run = () =>
    lighthouse(url, {
      port,
      logLevel: 'error',
      // Lighthouse keeps localStorage by default, so the visitor would be logged in.
      ...(!signIn && { clearStorageTypes: ['all'] }),
      ...(!listed && { skipAudits: ['is-crawlable'] }),
      ...flags,
    });
  let result = await run();
  // Lighthouse sometimes misses the start of a page, and asks us to run it again.
  if (result?.lhr.runtimeError?.code === 'NO_NAVSTART') result = await run();
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`);
  }
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(
      `${url} redirected to ${finalDisplayedUrl}, so Lighthouse measured another page.`,
    );
  }
  return {
    score: (category: string) => Math.round(v.parse(v.number(), categories[category]?.score) * 100),
    value: (timing: keyof typeof timings) =>
      v.parse(v.number(), audits[timings[timing]]?.numericValue),
  };
}

function valuesOf<Name extends string>(names: readonly Name[], value: (name: Name) => number) {
  // Object.fromEntries loses the types of the names.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, number>;
}

async function qualitiesOf(port: number, visit: Visit): Promise<Qualities> {
  const { score } = await report(port, visit, { onlyCategories: [...qualities] });
  return valuesOf(qualities, score);
}

async function timingsOf(port: number, visit: Visit): Promise<Timings> {
  const { score, value } = await report(port, visit, { onlyCategories: ['performance'] });
  const applied = await report(port, visit, {
    onlyAudits: [timings.fcp, timings.lcpSimulated],
    throttlingMethod: 'devtools',
  });
  return {
    performance: score('performance'),
    ...valuesOf(keysOf(timings), value),
    fcpApplied: applied.value('fcp'),
    lcpApplied: applied.value('lcpSimulated'),
  };
}

function medians(runs: readonly Timings[]): Timings {
  return valuesOf(timingNames, (name) => median(runs.map((run) => run[name])));
}

/**
 * Measures each page with Lighthouse's mobile preset. Each timing is the median of this many rounds. A round visits
 * every page, so that a minute in which the machine is slow affects all pages. `port` is the browser's debugging port.
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
