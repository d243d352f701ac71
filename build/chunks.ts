import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;
type Module = Rolldown.ModuleInfo;

const renderer = '/@astrojs/react/dist/client.js';
// Kept in the data file: the sign-up form loads that file once someone types, and the login form never does.
const cleaner = /\/src\/domain\/(?:words\/typed-text|account\/profile-text)\.ts$/;
const formLibrary = /\/node_modules\/react-hook-form\//;
const dataLibraries = /\/node_modules\/(?:valibot|@nanostores\/query)\//;
const accountClient = /\/src\/lib\/supabase\.ts$/;
const memberData = /\/src\/lib\/member-store\.ts$/;
const memberSessions = /\/src\/features\/bookings\/my-sessions-store\.ts$/;
const settings = '/src/features/personal-data/';
const accountMenu = '/src/features/account/AccountMenu.tsx';
const sheet = '/src/features/ui/Sheet.tsx';
const cover = '/src/features/ui/PageLoading.tsx';

/** The module, and all modules that can be reached from it through these neighbours. */
function reach(id: string, graph: Graph, neighbours: (module: Module) => readonly string[]) {
  const reached = new Set([id]);
  // The loop also visits modules that are added while it runs.
  for (const one of reached) {
    const module = graph.getModuleInfo(one);
    for (const next of module ? neighbours(module) : []) reached.add(next);
  }
  return [...reached].flatMap((one) => graph.getModuleInfo(one) ?? []);
}

/** True if the module is this one or imports it, directly or not. */
const needs = (wanted: RegExp, id: string, graph: Graph) =>
  reach(id, graph, ({ importedIds }) => importedIds).some((module) => wanted.test(module.id));

/**
 * The file for an island's module. Modules shared by three or more islands go into React's file, or into the file that
 * all of these islands need: forms, data, the backend, a member's data, or a member's sessions. That way, no island
 * downloads a library that only others need. Modules shared by two islands have a file of their own. A member's island
 * includes what it shares with its late parts. Null leaves the module to the bundler.
 */
function fileOf(id: string, graph: Graph): string | null {
  // Separate, because Astro deletes the style sheet of an island's file, and the island's late parts would wait for the
  // deleted file.
  if (id.endsWith('.css')) return 'styles';
  if (cleaner.test(id)) return 'data';
  if (id.endsWith(renderer)) return 'shared';
  // With the file that it needs anyway, because every page that a member opens has both.
  if (id.endsWith(accountMenu)) return 'member';
  // Only one island has it from the start, but late parts of the others need it, and would load all of that island.
  if (id.endsWith(sheet)) return 'member';
  // Smaller than a second file's head would be.
  if (id.endsWith(cover)) return 'shared';
  const islands = reach(id, graph, ({ importers }) => importers).filter(({ isEntry }) => isEntry);
  const withLateParts = reach(id, graph, ({ importers, dynamicImporters }) => [
    ...importers,
    ...dynamicImporters,
  ]).filter(({ isEntry }) => isEntry);
  const allNeed = (wanted: RegExp, users = islands) =>
    users.every((user) => needs(wanted, user.id, graph));
  const names = islands.map((island) => basename(island.id, '.tsx')).join('-');

  if (islands.length === 0) return null;
  const ofMembers = allNeed(memberData, withLateParts);
  if (islands.length === 1) return ofMembers ? names : null;
  if (ofMembers && !needs(formLibrary, id, graph)) {
    if (allNeed(memberSessions, withLateParts)) return 'sessions';
    // What only two islands have, one of them in the settings, would make every other page heavier.
    return islands.length === 2 && islands.some((island) => island.id.includes(settings))
      ? 'settings'
      : 'member';
  }
  // The forms on member pages have parts that the login does not need.
  if (allNeed(formLibrary)) return ofMembers || needs(dataLibraries, id, graph) ? null : 'form';
  if (allNeed(dataLibraries) && allNeed(accountClient)) {
    return islands.some((island) => needs(memberData, island.id, graph)) ? 'backend' : names;
  }
  if (islands.length === 2) return names;
  return allNeed(dataLibraries) ? 'data' : 'shared';
}

// The order matters: a file also takes its modules' imports, unless an earlier file has already taken them.
const files = [
  /^styles$/,
  /^shared$/,
  /^form$/,
  /^data$/,
  /^backend$/,
  /^member$/,
  /^sessions$/,
  /^settings$/,
  /-/,
  /^/,
];

/**
 * Puts the islands' shared modules into only a few files. Left alone, the bundler splits the login's scripts into 17
 * files instead of 4, so a slow phone shows the page 0.1 s later, and the scripts of a member's first page into 65
 * files instead of 7. With one file fewer, the login or the home page would exceed its budget (bench/budgets.ts,
 * bench/intents.ts).
 */
export function chunks(): Plugin {
  // Kept, because each group asks about every module, and every answer walks through the graph.
  const known = new Map<string, string | null>();
  const groups = files.map((wanted) => ({
    name(id: string, graph: Graph) {
      const file = known.has(id) ? known.get(id) : fileOf(id, graph);
      known.set(id, file ?? null);
      return file && wanted.test(file) ? file : null;
    },
  }));
  return {
    name: 'admitcircle:chunks',
    buildStart: () => known.clear(),
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                // Lets a group include React's file or an island's.
                preserveEntrySignatures: 'allow-extension',
                output: { codeSplitting: { groups } },
              },
            },
          }
        : null,
  };
}
