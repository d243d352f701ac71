import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;
type Module = Rolldown.ModuleInfo;

const renderer = '/@astrojs/react/dist/client.js';
// With the data, because the sign-up asks for it when someone types, and the login never does.
const cleaner = /\/src\/domain\/(?:words\/typed-text|account\/profile-text)\.ts$/;
const formLibrary = /\/node_modules\/react-hook-form\//;
const dataLibraries = /\/node_modules\/(?:valibot|@nanostores\/query)\//;
const accountClient = /\/src\/lib\/supabase\.ts$/;
const memberData = /\/src\/lib\/member-store\.ts$/;

/** The module, and all that are reached from it in steps to these neighbours. */
function reach(id: string, graph: Graph, neighbours: (module: Module) => readonly string[]) {
  const reached = new Set([id]);
  // The loop also visits modules that are added during it.
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
 * The file for a module of islands. What three or more share is with React, or with what all of them need: forms, data,
 * the backend, a member's data. So no island downloads a library for the sake of another. What two share has a file of
 * its own. A member's island has what its late parts share with it. Null leaves the module to the bundler.
 */
function fileOf(id: string, graph: Graph): string | null {
  // Apart, because Astro deletes the sheet of an island's file, and its late parts would wait for that.
  if (id.endsWith('.css')) return 'styles';
  if (cleaner.test(id)) return 'data';
  if (id.endsWith(renderer)) return 'shared';
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
  if (ofMembers && !needs(formLibrary, id, graph)) return 'member';
  // A member's forms have parts that the login does not need.
  if (allNeed(formLibrary)) return ofMembers || needs(dataLibraries, id, graph) ? null : 'form';
  if (allNeed(dataLibraries) && allNeed(accountClient)) {
    return islands.some((island) => needs(memberData, island.id, graph)) ? 'backend' : names;
  }
  if (islands.length === 2) return names;
  return allNeed(dataLibraries) ? 'data' : 'shared';
}

// In this order, because a file also takes the imports of its modules that no earlier file has taken.
const files = [/^styles$/, /^shared$/, /^form$/, /^data$/, /^backend$/, /^member$/, /-/, /^/];

/**
 * Puts what islands share into few files. The bundler alone makes 17 files of the login's scripts instead of 4, and a
 * slow phone shows the page 0.1 s later; of a member's first page it makes 65 instead of 7. With one file less, the
 * login or the home page would exceed its budget (bench/budgets.ts, bench/intents.ts).
 */
export function chunks(): Plugin {
  // Each group asks about every module, and an answer takes a walk through the graph.
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
                // Lets a group have the file of React, or of an island.
                preserveEntrySignatures: 'allow-extension',
                output: { codeSplitting: { groups } },
              },
            },
          }
        : null,
  };
}
