import { readdirSync } from 'node:fs';
import type { Config } from '@netlify/functions';
import type { Handler } from '../../functions/_lib/http/handle.ts';

/** The functions' names: every file at the top of functions/ is a function. */
export const functionNames: readonly string[] = readdirSync(
  new URL('../../functions/', import.meta.url),
).flatMap((file) => /^(\w+)\.ts$/.exec(file)?.[1] ?? []);

/** Loads a function's module. */
export async function loadFunction(name: string): Promise<{ default: Handler; config: Config }> {
  // The type is guaranteed, because Netlify requires these two exports in every file at the top of functions/.
  return (await import(`../../functions/${name}.ts`)) as { default: Handler; config: Config };
}

/** A path that a function serves. */
export type FunctionRoute = { name: string; path: string; handler: Handler; isScheduled: boolean };

/** Every function's paths. A scheduled function has only the path with its name. */
export async function functionRoutes(): Promise<FunctionRoute[]> {
  const routes = functionNames.map(async (name): Promise<FunctionRoute[]> => {
    const { default: handler, config } = await loadFunction(name);
    const isScheduled = 'schedule' in config;
    const paths = isScheduled ? `/.netlify/functions/${name}` : (config.path ?? []);
    return [paths].flat().map((path) => ({ name, path, handler, isScheduled }));
  });
  return (await Promise.all(routes)).flat();
}
