import type { Rolldown } from 'vite';

const dataLibraries = /\/node_modules\/(?:valibot|@nanostores\/query)\//;

/** True for the libraries that check data and ask for it, and for every module that leads to one. */
function handlesData(id: string, context: Rolldown.ChunkingContext): boolean {
  const reached = new Set([id]);
  // The loop also visits what is added meanwhile.
  for (const module of reached) {
    if (dataLibraries.test(module)) return true;
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) reached.add(imported);
  }
  return false;
}

const sharedBySeveral = { minShareCount: 2, maxModuleSize: 30_000 };

/**
 * Puts what several islands share into two files. Left alone, the bundler makes 17 files of the login's
 * scripts instead of 5, and a slow phone shows the page 0.1 s later. In one file, a form would download
 * 4 KiB that only handle data.
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
