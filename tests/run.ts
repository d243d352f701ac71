/**
 * `npm test`: static checks and Vitest’s tests, then the browser tests on a production build served by a
 * temporary stack. The last line counts them all (§20.3).
 *
 * `npm test -- checks`, `npm test -- vitest [filter]` and `npm test -- e2e [playwright options]`
 * run one part.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { findBrowser, findHeadlessShell, hasOwnBrowser } from '../local/browser.ts';
import { runWithoutEnvFile } from '../local/run.ts';
import { printTime, step, type Time } from '../local/step.ts';
import { startTemporaryStack } from '../local/temporary-stack.ts';
import { roomForGarbage, runChecks } from '../scripts/run-checks.ts';

/** `failures` lists what failed, unless the part has just printed it; `times` lists what took long. */
type Count = {
  passed: number;
  failed: number;
  skipped: number;
  failures?: string[];
  times?: Time[];
};

/** A part of the tests, with the command-line arguments that follow its name. */
type Part = (args: string[]) => Promise<Count>;

const reports = mkdtempSync(join(tmpdir(), 'admitcircle-reports-'));

/** Runs a command to its end; the command’s report tells whether it failed. */
async function execute(
  command: string,
  args: string[],
  { stdio, env }: { stdio: 'inherit' | 'pipe'; env: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(command, args, { stdio, env: { ...process.env, ...env } });
  child.stdout?.pipe(process.stdout);
  child.stderr?.pipe(process.stderr);
  await once(child, 'close');
}

function readReport<Schema extends v.GenericSchema>(name: string, schema: Schema) {
  return v.parse(
    v.pipe(v.string(), v.parseJson(), schema),
    readFileSync(join(reports, name), 'utf8'),
  );
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  success: v.boolean(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      startTime: v.number(),
      endTime: v.number(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.nullish(v.array(v.string()), []),
        }),
      ),
    }),
  ),
});

/** Runs Vitest with these arguments; `name` names its report. */
async function vitestProcess(name: string, args: string[]): Promise<Count> {
  const file = `vitest-${name}.json`;
  await execute(
    'vitest',
    [
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, file)}`,
      ...args,
    ],
    // On a terminal two of them would draw their progress over each other, so the output goes through a pipe.
    {
      stdio: 'pipe',
      env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', NODE_OPTIONS: roomForGarbage },
    },
  );
  const report = readReport(file, vitestReport);
  // A file that does not even load fails without a failed test.
  const failed = report.success ? 0 : Math.max(1, report.numFailedTests);
  const failures = report.testResults
    .filter((result) => result.status === 'failed')
    .flatMap((result) => [
      `${relative('.', result.name)} ${result.message}`,
      ...result.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `  ${test.fullName}: ${test.failureMessages.join(' ')}`),
    ]);
  const times = report.testResults.map((result) => ({
    name: relative('.', result.name),
    milliseconds: result.endTime - result.startTime,
  }));
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests,
    failures,
    times,
  };
}

function sum(counts: readonly Count[]): Count {
  const total = (key: 'passed' | 'failed' | 'skipped') =>
    counts.reduce((before, count) => before + count[key], 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    failures: counts.flatMap(({ failures = [] }) => failures),
    times: counts.flatMap(({ times = [] }) => times),
  };
}

// Two processes can run in parallel: the function tests have one worker, which often waits, and in one process
// Vitest would start them only after all other tests.
const vitestOfFunctions: Part = (args) =>
  step('tested the functions', () => vitestProcess('functions', ['--project=functions', ...args]));
const vitestOfOthers: Part = (args) =>
  step('ran the other Vitest tests', () =>
    vitestProcess('others', ['--project=!functions', ...args]),
  );

async function vitest(args: string[]): Promise<Count> {
  if (args.some((arg) => arg.startsWith('--project'))) return vitestProcess('chosen', args);
  const count = sum(await Promise.all([vitestOfFunctions(args), vitestOfOthers(args)]));
  if (count.passed + count.failed + count.skipped > 0) return count;
  return { ...count, failed: 1, failures: [`Vitest has no test for ${args.join(' ')}`] };
}

/** A browser-test file, or a group of tests in a file. */
type Suite = {
  specs: { title: string; file: string; tests: { results: { duration: number }[] }[] }[];
  suites?: Suite[] | undefined;
};

const suite: v.GenericSchema<Suite> = v.object({
  specs: v.array(
    v.object({
      title: v.string(),
      file: v.string(),
      tests: v.array(v.object({ results: v.array(v.object({ duration: v.number() })) })),
    }),
  ),
  suites: v.optional(v.lazy(() => v.array(suite))),
});

/** How long each browser test took, once for each browser. */
const timesOf = ({ specs, suites = [] }: Suite): Time[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .map(({ duration }) => ({ name: `${file}: ${title}`, milliseconds: duration })),
  ),
  ...suites.flatMap(timesOf),
];

const playwrightReport = v.object({
  suites: v.array(suite),
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
  errors: v.array(v.unknown()),
});

/** Playwright’s projects named in the arguments, by default Chromium’s. */
function chosenProjects(args: readonly string[]): string[] {
  const named = args.flatMap((arg, at) =>
    arg === '--project' ? (args[at + 1] ?? []) : (/^--project=(.*)$/.exec(arg)?.[1] ?? []),
  );
  return named.length > 0 ? named : ['desktop', 'phone'];
}

const isOwnBrowser = (name: string): name is 'firefox' | 'webkit' =>
  name === 'firefox' || name === 'webkit';

async function endToEnd(given: string[]): Promise<Count> {
  const projects = chosenProjects(given);
  const missing = projects.filter((name) => isOwnBrowser(name) && !hasOwnBrowser(name));
  if (missing.length > 0) {
    const said = `Playwright has no ${missing.join(' and no ')} for this machine.`;
    // No one reads what a workflow skipped, so a skip there counts as a failure.
    if (process.env['CI']) throw new Error(said);
    console.log(`Skipped: ${said}`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const isNamed = given.some((arg) => arg.startsWith('--project'));
  const args = isNamed ? given : [...given, ...projects.map((name) => `--project=${name}`)];
  const browser = findBrowser();
  const stack = await startTemporaryStack(
    async () => (await import('../local/site/direct.ts')).startDirectSite,
  );
  try {
    const command = ['test', '--config', 'tests/e2e/playwright.config.ts', ...args];
    const env = {
      CHROMIUM_PATH: browser,
      HEADLESS_SHELL_PATH: findHeadlessShell(browser),
      E2E_STACK: JSON.stringify(stack.addresses),
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json'),
    };
    await step('ran the browser tests', () =>
      execute('playwright', command, { stdio: 'inherit', env }),
    );
  } finally {
    await stack.stop();
  }
  const { suites, stats, errors } = readReport('playwright.json', playwrightReport);
  // A flaky test counts as failed.
  const failed = stats.unexpected + stats.flaky + errors.length;
  const times = suites.flatMap(timesOf);
  return { passed: stats.expected, failed, skipped: stats.skipped, times };
}

const parts: Record<string, Part> = { checks: runChecks, vitest, e2e: endToEnd };

/** Runs a part; a part that cannot even start (no browser, a failed build) counts as one failure. */
async function attempt(part: Part, args: string[] = []): Promise<Count> {
  try {
    return await part(args);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, skipped: 0, failures: [message] };
  }
}

/**
 * The function tests run beside the checks, whose linter needs only one core. The other tests start later,
 * because they build the site, which writes types that the checks read.
 */
async function everything(): Promise<Count> {
  console.log('Checking the code and testing the functions, then the rest and the pages ...');
  const functions = attempt(vitestOfFunctions);
  const checks = await attempt(runChecks);
  const others = await attempt(vitestOfOthers);
  return sum([checks, await functions, others, await attempt(endToEnd)]);
}

runWithoutEnvFile(async () => {
  const [name, ...args] = process.argv.slice(2);
  const part = name ? parts[name] : everything;
  if (!part) {
    throw new Error(`There is no part '${name}': try npm test -- vitest ${name}, or e2e ${name}.`);
  }
  const { passed, failed, skipped, failures = [], times = [] } = await attempt(part, args);
  rmSync(reports, { recursive: true, force: true });
  const slowest = times.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);
  if (slowest.length > 0) console.log('\nWhat took longest:');
  const width = Math.max(...slowest.map(({ name }) => name.length));
  slowest.forEach((time) => printTime(time, width));
  // Vitest’s failures are far above by now; Playwright has just listed its own.
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exit(failed === 0 ? 0 : 1);
});
