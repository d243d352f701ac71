import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import type { z } from 'astro/zod';
import { parseEntry } from './parse-entry.ts';
import { parseList, parseMarkdown } from './parse-files.ts';
import { fillTokens, type TokenValues } from './tokens.ts';

/**
 * Loads a file from the project root into the store, and again whenever it changes while `astro dev` is running. Throws
 * for a missing file or a syntax error; Astro's own file() would only log it and build the page without the content.
 */
async function loadFile(
  file: string,
  context: LoaderContext,
  store: (text: string, path: string) => Promise<void>,
): Promise<void> {
  const path = fileURLToPath(new URL(file, context.config.root));
  const load = async () => store(await readFile(path, 'utf8'), path);
  await load();
  context.watcher?.add(path);
  context.watcher?.on('change', (changed) => {
    if (changed !== path) return;
    load().catch((error: unknown) => {
      context.logger.error(String(error));
    });
  });
}

function fillFields(fields: Record<string, unknown>, tokens: TokenValues, where: string) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? fillTokens(value, tokens, `${where}, ${name}`) : value,
    ]),
  );
}

/**
 * Loads the entries of a YAML list with their tokens filled in. The text of `markdownField` is also rendered, for
 * `render(entry)`. `schema` runs before the collection's own schema, whose errors do not name the file.
 */
export function yamlList(
  file: string,
  schema: z.ZodType,
  tokens: TokenValues,
  markdownField?: string,
): Loader {
  return {
    name: 'yaml-list',
    load: (context) =>
      loadFile(file, context, async (text, filePath) => {
        const entries = parseList(text, file).map(async ({ id, fields }) => {
          const where = `${file} → ${id}`;
          const filled = fillFields(fields, tokens, where);
          parseEntry(schema, filled, where);
          const data = await context.parseData({ id, data: filled, filePath });
          const markdown = markdownField === undefined ? undefined : data[markdownField];
          const rendered = typeof markdown === 'string' && (await context.renderMarkdown(markdown));
          return { id, data, filePath: file, ...(rendered && { rendered }) };
        });
        const list = await Promise.all(entries);
        // Cleared only now, so that the earlier entries stay in place if the file has a mistake.
        context.store.clear();
        for (const entry of list) context.store.set(entry);
      }),
  };
}

/** Loads the Markdown pages `<folder>/<id>.md`, one for each of `ids`, with their tokens filled in. */
export function markdownPages(
  folder: string,
  ids: readonly string[],
  schema: z.ZodType,
  tokens: TokenValues,
): Loader {
  return {
    name: 'markdown-pages',
    load: async (context) => {
      context.store.clear();
      for (const id of ids) {
        const file = `${folder}/${id}.md`;
        await loadFile(file, context, async (text, filePath) => {
          const page = parseMarkdown(text, file);
          const fields = fillFields(page.fields, tokens, file);
          parseEntry(schema, fields, file);
          const data = await context.parseData({ id, data: fields, filePath });
          const body = fillTokens(page.body, tokens, file);
          const rendered = await context.renderMarkdown(body);
          context.store.set({ id, data, body, filePath: file, rendered });
        });
      }
    },
  };
}
