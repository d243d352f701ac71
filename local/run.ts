import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/**
 * Runs a command's main function with the variables of `.env`, where there is one. A failure ends
 * the process with one line that says what to do, or with where it was where nobody foresaw it.
 */
export function run(main: () => Promise<void>): void {
  if (existsSync('.env')) loadEnvFile('.env');
  main().catch((error: unknown) => {
    const foreseen = !(error instanceof Error) || error.name === 'Error';
    // Of a mistake in the code the line matters more than the words.
    console.error(foreseen ? String(error).replace(/^Error: /, '') : error.stack);
    process.exit(1);
  });
}
