import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'Error') return error.message;
  // Astro's errors are full sentences. Some of them wrap the error that stopped the build.
  if ('type' in error && error.type === 'AstroError') {
    return error.cause === undefined ? error.message : explain(error.cause);
  }
  // If the error is a bug, the stack matters more than the message.
  return error.stack ?? error.message;
}

/** Runs a command's main function with the variables from `.env`, if that file exists. */
export function run(main: () => Promise<void>): void {
  if (existsSync('.env')) loadEnvFile('.env');
  runWithoutEnvFile(main);
}

/**
 * Runs a test's or a benchmark's main function without `.env`, because the result must not depend on that file. If it
 * fails, the process ends with one line that says what to do, or with a stack trace if the error is unexpected.
 */
export function runWithoutEnvFile(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  });
}
