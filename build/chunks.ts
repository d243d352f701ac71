import type { Rolldown } from 'vite';

const dataLibraries = /\/node_modules\/(?:valibot|@nanostores\/query)\//;

/** True for the libraries that validate or fetch data, and for modules that import them, even indirectly. */
function handlesData(id: string, context: Rolldown.ChunkingContext): boolean {
  const reached = new Set([id]);
  // The loop also visits modules that are added during it.
  for (const module of reached) {
    if (dataLibraries.test(module)) return true;
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) reached.add(imported);
  }
  return false;
}

const sharedBySeveral = { minShareCount: 2, maxModuleSize: 30_000 };

/**
 * Puts the modules that several islands share into two files. By default the bundler splits the scripts of
 * the login into 17 files instead of 5, and a slow phone shows the page 0.1 s later. With a single file,
 * forms would download 4 KiB of data handling that they do not use.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      ...sharedBySeveral,
      priority: 2,
      name: (id, context) => (handlesData(id, context) ? null : 'shared'),
    },
    { ...sharedBySeveral, priority: 1, name: 'data' },
  ],
};
