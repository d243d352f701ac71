/**
 * `npm run bench` builds and serves the site in the same way as `npm start`. Prints the weight and the Lighthouse
 * results of every page and of a bare floor page, then how soon a member's own data is on the screen, then the timings
 * of interactions. Exits with code 1 if a budget is exceeded. This takes about half an hour. `npm run bench -- /buy
 * /login` measures only these pages, and `npm run bench -- own-data interactions` runs only the other two parts.
 */
import { cpus } from 'node:os';
import { runWithoutEnvFile } from '../local/run.ts';
import { startTemporaryStack } from '../local/temporary-stack.ts';
import { budgets } from './budgets.ts';
import { measureInteractions } from './interactions.ts';
import { measureOwnData } from './own-data.ts';
import { measurePages } from './pages.ts';

const others = { 'own-data': measureOwnData, interactions: measureInteractions };

runWithoutEnvFile(async () => {
  const chosen = process.argv.slice(2);
  const chosenPages = chosen.filter((name) => !(name in others));
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
    for (const [name, measure] of Object.entries(others)) {
      if (chosen.length === 0 || chosen.includes(name)) {
        misses.push(...(await measure(stack.addresses)));
      }
    }
  } finally {
    await stack.stop();
  }
  console.log(
    `\n${misses.length > 0 ? misses.join('\n') : `Every ${chosen.length > 0 ? 'measured ' : ''}budget holds.`}`,
  );
  process.exit(misses.length > 0 ? 1 : 0);
});
