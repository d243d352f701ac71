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

/** True for these modules, and for every module that only they import. */
function servesData(
  id: string,
  context: Rolldown.ChunkingContext,
  asked = new Set<string>(),
): boolean {
  if (handlesData(id, context)) return true;
  if (asked.has(id)) return false;
  asked.add(id);
  const info = context.getModuleInfo(id);
  const importers = [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])];
  return (
    importers.length > 0 && importers.every((importer) => servesData(importer, context, asked))
  );
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
      name: (id, context) => (servesData(id, context) ? null : 'shared'),
    },
    { ...sharedBySeveral, priority: 1, name: 'data' },
  ],
};
