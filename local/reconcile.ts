import { readStackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { run } from './run.ts';

/** Runs the reconciler of a running site; resolves to its reply. */
async function reconcile(site: string): Promise<string> {
  const response = await fetch(`${site}/.netlify/functions/reconcile`, { method: 'POST' }).catch(
    (cause: unknown) => {
      throw new Error(`The site at ${site} does not answer: run npm start first.`, { cause });
    },
  );
  const body = await response.text();
  if (!response.ok) throw new Error(`The reconciler answered ${response.status}: ${body}`);
  return body;
}

/** Runs the reconciler on a schedule, as Netlify does for a deployed site. A failed run is only logged. */
export function reconcileEvery(milliseconds: number, site: string): { stop(): void } {
  const timer = setInterval(() => {
    reconcile(site).catch((error: unknown) => console.warn(String(error)));
  }, milliseconds);
  return { stop: () => clearInterval(timer) };
}

if (import.meta.main) {
  run(async () => {
    console.log(await reconcile(stackUrls(readStackConfig(process.env)).site));
  });
}
