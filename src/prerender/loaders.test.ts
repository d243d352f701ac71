import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoaderContext } from 'astro/loaders';
import { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/samples/folder.ts';
import { yamlList } from './loaders.ts';

test('the loader drops an entry that is deleted from its file', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'list.yml');
  writeFileSync(file, '- id: one\n- id: two\n');

  const ids = new Set<string>();
  const stored = new EventEmitter();
  const watcher = Object.assign(new EventEmitter(), { add: () => undefined });
  const context = {
    config: { root: pathToFileURL(`${folder}/`) },
    parseData: ({ data }: { data: unknown }) => Promise.resolve(data),
    store: {
      clear: () => {
        ids.clear();
      },
      set: ({ id }: { id: string }) => {
        ids.add(id);
        stored.emit('set');
      },
    },
    watcher,
  };
  // The test has only the parts that the loader uses; Astro's own context has many more.
  const asAstroHasIt = context as unknown as LoaderContext;
  await yamlList('list.yml', z.strictObject({ id: z.string() }), {}).load(asAstroHasIt);
  expect([...ids]).toEqual(['one', 'two']);

  writeFileSync(file, '- id: two\n');
  const reloaded = once(stored, 'set');
  watcher.emit('change', file);
  await reloaded;
  expect([...ids]).toEqual(['two']);
});

test('the loader stops if a list is missing or an entry has a mistake', async () => {
  const root = new URL('../../', import.meta.url);
  // The loader uses only these parts before it stores an entry.
  const context = { config: { root }, store: { clear: () => undefined } };
  const load = (file: string) =>
    yamlList(file, z.strictObject({ answr: z.string() }), {}).load(
      context as unknown as LoaderContext,
    );
  await expect(load('no/testimonials.yml')).rejects.toThrow('no/testimonials.yml');
  const stories = 'src/content/testimonials.yml';
  await expect(load(stories)).rejects.toThrow(`${stories} → aarav: answr is missing; there`);
});
