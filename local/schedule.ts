/** The functions that Netlify runs on a schedule, each every five minutes. */
const scheduled = ['reconcile', 'watch'] as const;

const period = 5 * 60_000;

/** Runs a scheduled function of a running site; resolves to its reply. */
export async function runScheduled(
  name: (typeof scheduled)[number],
  site: string,
): Promise<string> {
  const response = await fetch(`${site}/.netlify/functions/${name}`, { method: 'POST' }).catch(
    (cause: unknown) => {
      throw new Error(`The site at ${site} does not answer: run npm start first.`, { cause });
    },
  );
  const body = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${body}`);
  return body;
}

/** Runs the functions on their schedule, as Netlify does for a deployed site. A failed run is only logged. */
export function startSchedule(site: string): { stop(): void } {
  const timer = setInterval(() => {
    for (const name of scheduled) {
      runScheduled(name, site).catch((error: unknown) => console.warn(String(error)));
    }
  }, period);
  return { stop: () => clearInterval(timer) };
}
