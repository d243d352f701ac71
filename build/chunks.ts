import type { Plugin, Rolldown } from 'vite';

const dataLibraries = /\/node_modules\/(?:valibot|@nanostores\/query)\//;
const ofMentors = /\/src\/(?:features|domain)\/(?:mentor-pages\/|mentors\/|refusals\/mentors)/;
const renderer = '/@astrojs/react/dist/client.js';
const formLibrary = /\/node_modules\/react-hook-form\//;

type Neighbours = (module: Rolldown.ModuleInfo) => readonly string[];

/** The module, and all that are reached from it in steps to these neighbours. */
function reach(id: string, context: Rolldown.ChunkingContext, neighbours: Neighbours): string[] {
  const reached = new Set([id]);
  // The loop also visits modules that are added during it.
  for (const module of reached) {
    const info = context.getModuleInfo(module);
    for (const next of info ? neighbours(info) : []) reached.add(next);
  }
  return [...reached];
}

const importersAtOnceOrLate: Neighbours = ({ importers, dynamicImporters }) => [
  ...importers,
  ...dynamicImporters,
];

/** True for these libraries, and for modules that import them, even indirectly. */
const uses = (libraries: RegExp, id: string, context: Rolldown.ChunkingContext) =>
  reach(id, context, ({ importedIds }) => importedIds).some((module) => libraries.test(module));

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
  const importers = info ? importersAtOnceOrLate(info) : [];
  return (
    importers.length > 0 &&
    importers.every((importer) => serves(libraries, importer, context, asked))
  );
}

/** The module and all that import it statically, directly or not. */
const importersOf = (id: string, context: Rolldown.ChunkingContext) =>
  reach(id, context, ({ importers }) => importers);

const isEntry = (id: string, context: Rolldown.ChunkingContext) =>
  context.getModuleInfo(id)?.isEntry === true;

/** How many islands and parts that load late import the module statically, directly or not. */
const startsOf = (id: string, context: Rolldown.ChunkingContext) =>
  importersOf(id, context).filter(
    (module) =>
      isEntry(module, context) || context.getModuleInfo(module)?.dynamicImporters.length !== 0,
  ).length;

/**
 * The islands and scripts that import a module statically, directly or not. A module that is itself loaded late has its
 * own file, so none counts as its user.
 */
function usersOf(id: string, context: Rolldown.ChunkingContext): string[] {
  if (context.getModuleInfo(id)?.dynamicImporters.length !== 0) return [];
  return importersOf(id, context).filter((module) => isEntry(module, context));
}

/** True for islands of the settings: one may handle no data, but its page does. */
const ofSettings = (id: string) =>
  id.includes('/src/features/personal-data/') || id.endsWith('/PasswordForm.tsx');

const memberData = /\/src\/lib\/member-data\.ts$/;

/** True for modules that only islands with a member's own data use, at once or late: nobody else needs them. */
const ofMembers = (id: string, context: Rolldown.ChunkingContext) =>
  reach(id, context, importersAtOnceOrLate)
    .filter((module) => isEntry(module, context))
    .every((island) => ofSettings(island) || uses(memberData, island, context));

const users = (id: string, context: Rolldown.ChunkingContext) => usersOf(id, context).length;

/** The islands that visitors of the landing pages load. */
const landing =
  /\/src\/features\/(?:packs\/(?:PackCards|NextFree|PurchaseState)|public-mentors\/Mentors|carousel\/Carousel|pictures\/HomeImage|ui\/Toaster)\.tsx$/;

/** True for modules that none of these islands imports: reading a landing page loads none of them. */
const isOffLanding = (id: string, context: Rolldown.ChunkingContext) =>
  !importersOf(id, context).some((module) => landing.test(module));

/** The features whose forms and dialogs load late and share modules with their page. */
const pageWithParts = /\/src\/(?:features|domain)\/(?:refusals\/)?(loan|refund)s(?:\/|\.ts)/;

/** Small parts of 'Your sessions' that parts loaded late share with it; each would be a file of its own. */
const sharedWithLateParts = /\/src\/features\/(?:ui\/Select|bookings\/SessionTime)\.tsx$/;

const ofCalculator = /\/src\/domain\/(?:loans\/loan|words\/typed-figures)\.ts$/;

/** True for modules that serve the handling of data, or islands on pages that all handle data. */
function belongsToData(id: string, context: Rolldown.ChunkingContext): boolean {
  return (
    serves(dataLibraries, id, context) ||
    usersOf(id, context).every((user) => ofSettings(user) || uses(dataLibraries, user, context))
  );
}

/**
 * Puts the modules that several islands share into six files: for all islands (with React), for forms, for data on any
 * page, for data on all pages but the landing pages, for members and for mentors. The calculator's figures have one
 * more file, and two pages share the file of their island with their late parts. By default the bundler splits the
 * scripts of the login into 17 files instead of 4, and a slow phone shows the page 0.1 s later. With a single file,
 * forms would download 4 KiB of data handling, and the home page 13 KiB of forms.
 */
const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    // Apart, because Astro deletes the style sheet of a file with an island, and parts that load late would wait for it.
    { name: 'styles', test: /\.css$/, priority: 7 },
    {
      name: (id, context) =>
        id.endsWith(renderer) ||
        (users(id, context) >= 3 &&
          !belongsToData(id, context) &&
          !serves(formLibrary, id, context))
          ? 'shared'
          : null,
      priority: 6,
    },
    {
      name: (id, context) =>
        users(id, context) >= 2 &&
        !serves(dataLibraries, id, context) &&
        serves(formLibrary, id, context)
          ? 'form'
          : null,
      priority: 5,
      minShareCount: 2,
    },
    {
      name: (id, context) =>
        users(id, context) >= 2 &&
        belongsToData(id, context) &&
        !ofMembers(id, context) &&
        !ofMentors.test(id)
          ? isOffLanding(id, context)
            ? 'parts'
            : 'data'
          : null,
      priority: 4,
      minShareCount: 2,
    },
    {
      name: (id, context) =>
        (users(id, context) >= 2 || sharedWithLateParts.test(id)) &&
        belongsToData(id, context) &&
        !ofMentors.test(id) &&
        !pageWithParts.test(id)
          ? 'member'
          : null,
      priority: 3,
      minShareCount: 2,
    },
    // Lets the calculator compute without the file of the loan page, which would bring the handling of data.
    {
      name: (id) => (ofCalculator.test(id) ? 'figures' : null),
      priority: 2,
      minShareCount: 2,
    },
    // One file for such a page and everything that it shares with its late parts.
    {
      name: (id, context) =>
        belongsToData(id, context) && (isEntry(id, context) || startsOf(id, context) >= 2)
          ? (pageWithParts.exec(id)?.[1] ?? null)
          : null,
      priority: 1,
    },
    // Last, because a group also takes the imports of its modules that no earlier group took.
    {
      name: (id, context) => (ofMentors.test(id) && users(id, context) >= 2 ? 'mentor' : null),
      priority: 0,
      minShareCount: 2,
    },
  ],
};

/** Splits the scripts of the browser into these files. */
export function chunks(): Plugin {
  return {
    name: 'admitcircle:chunks',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                // Lets the file of React have what all islands share, and that of an island what its late parts share.
                preserveEntrySignatures: 'allow-extension',
                output: { codeSplitting },
              },
            },
          }
        : null,
  };
}
