/**
 * `npm run bench`: builds and serves the site as `npm start` does, and prints the weight and the Lighthouse results of
 * every page and of a bare floor page, then the timings of interactions. Exits with code 1 if a budget is exceeded. Takes
 * about 20 minutes. `npm run bench -- /buy /login` measures only these pages, `npm run bench -- interactions` only the
 * interactions.
 */
import { cpus } from 'node:os';
import { runWithoutEnvFile } from '../local/run.ts';
import { startTemporaryStack } from '../local/temporary-stack.ts';
import { budgets } from './budgets.ts';
import { measureInteractions } from './interactions.ts';
import { measurePages } from './pages.ts';

runWithoutEnvFile(async () => {
  const chosen = process.argv.slice(2);
  const chosenPages = chosen.filter((name) => name !== 'interactions');
  const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  const unknown = chosenPages.filter((name) => !budgets.some(({ path }) => path === name));
  if (unknown.length > 0) throw new Error(`bench/budgets.ts has no page ${unknown.join(', ')}.`);
  const misses: string[] = [];
  const stack = await startTemporaryStack();
  try {
    console.log(`\n${processor}, Node ${process.version}`);
    if (chosen.length === 0 || chosenPages.length > 0) {
      misses.push(...(await measurePages(stack.addresses, chosenPages)));
    }
    if (chosen.length === 0 || chosen.includes('interactions')) {
      misses.push(...(await measureInteractions(stack.addresses)));
    }
  } finally {
    await stack.stop();
  }
  console.log(
    `\n${misses.length > 0 ? misses.join('\n') : `Every ${chosen.length > 0 ? 'measured ' : ''}budget holds.`}`,
  );
  process.exit(misses.length > 0 ? 1 : 0);
});
