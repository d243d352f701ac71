import { beforeEach } from 'vitest';
import { loadFunctions, type Functions } from './support.ts';

/** The functions, loaded again before each test in a file that imports this. */
export let functions: Functions;

/** Loads the functions again for the rest of a test, with some variables changed. */
export async function reload(changes?: Parameters<typeof loadFunctions>[0]): Promise<void> {
  functions = await loadFunctions(changes);
}

beforeEach(() => reload());
