import type { Rolldown } from 'vite';

const dataLibraries = /\/node_modules\/(?:valibot|@nanostores\/query)\//;
const formLibrary = /\/node_modules\/react-hook-form\//;
/** A file of its own, for the two pages that load it late. */
const dialog = /\/src\/features\/form\/AskFirst\.tsx/;
const calculation = /\/src\/domain\/(?:loan|typed-figures)\.ts/;
const loans = /\/src\/(?:domain\/(?:loan|rate-match|typed-figures)|features\/loan\/)/;

/** True for these libraries, and for modules that import them, even indirectly. */
function uses(libraries: RegExp, id: string, context: Rolldown.ChunkingContext): boolean {
  const reached = new Set([id]);
  // The loop also visits modules that are added during it.
  for (const module of reached) {
    if (libraries.test(module)) return true;
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) reached.add(imported);
  }
  return false;
}

/** True for these modules, and for every module that only they import. */
function serves(
  libraries: RegExp,
  id: string,
  context: Rolldown.ChunkingContext,
  asked = new Set<string>(),
): boolean {
  if (uses(libraries, id, context)) return true;
  if (asked.has(id)) return false;
  asked.add(id);
  const info = context.getModuleInfo(id);
  const importers = [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])];
  return (
    importers.length > 0 &&
    importers.every((importer) => serves(libraries, importer, context, asked))
  );
}

/**
 * Puts the modules that several islands share into three files: for all islands, for forms, and for data. By
 * default the bundler splits the scripts of the login into 17 files instead of 5, and a slow phone shows the
 * page 0.1 s later. With a single file, forms would download 4 KiB of data handling, and the home page 13
 * KiB of forms, that they do not use. What the calculator shares with the loan page, and what the late parts
 * of that page share, are files of their own, because nobody else needs them.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: (id, context) =>
        loans.test(id) || serves(dataLibraries, id, context) || serves(formLibrary, id, context)
          ? null
          : 'shared',
      priority: 4,
      minShareCount: 3,
    },
    {
      name: (id, context) =>
        !serves(dataLibraries, id, context) && serves(formLibrary, id, context) ? 'form' : null,
      priority: 3,
      minShareCount: 2,
    },
    {
      name: (id, context) =>
        loans.test(id) || dialog.test(id) || !serves(dataLibraries, id, context) ? null : 'data',
      priority: 2,
      minShareCount: 2,
    },
    // The last ones, because a group also takes what its modules import and no group before it took.
    { name: 'calculation', test: calculation, priority: 1, minShareCount: 2 },
    { name: 'loan', test: loans, priority: 0, minShareCount: 2 },
  ],
};
