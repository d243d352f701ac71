import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/**
 * Runs a command's main function with the variables of `.env`, where there is one. A failure ends
 * the process with one line that says what to do.
 */
export function run(main: () => Promise<void>): void {
  if (existsSync('.env')) loadEnvFile('.env');
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    if (process.env['ADMITCIRCLE_DEBUG'] && error instanceof Error) console.error(error.stack);
    process.exit(1);
  });
}
