import type { SqlEditor } from './backend/sql-editor.ts';
import { addSamples } from './samples.ts';

const minute = 60_000;

/** The functions that Netlify runs on a schedule, with their intervals in ms. */
const scheduled = {
  reconcile: 5 * minute,
  watch: 5 * minute,
  sessions: 5 * minute,
  refunds: 10 * minute,
  loans: 60 * minute,
  retention: 60 * minute,
  mail: minute,
} as const;

/** Runs one of a running site's scheduled functions. */
export async function runScheduled(name: keyof typeof scheduled, site: string): Promise<void> {
  const response = await fetch(`${site}/.netlify/functions/${name}`, { method: 'POST' }).catch(
    (cause: unknown) => {
      throw new Error(`The site at ${site} does not answer: run npm start first.`, { cause });
    },
  );
  const body = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${body}`);
}

/**
 * Runs the functions on their schedule, as Netlify does for a deployed site. Adds samples every hour, so that there is
 * always something to book and to compare. Failed runs are only logged. Returns a function that stops the schedule.
 */
export function startSchedule(site: string, editor: SqlEditor): () => void {
  // Object.entries loses the types of the names.
  const jobs = Object.entries(scheduled) as [keyof typeof scheduled, number][];
  const every = (period: number, task: () => Promise<void>) =>
    setInterval(() => {
      task().catch((error: unknown) => console.warn(String(error)));
    }, period);
  const timers = [
    ...jobs.map(([name, period]) => every(period, () => runScheduled(name, site))),
    every(60 * minute, () => addSamples(editor)),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}
