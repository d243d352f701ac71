import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { parseList, parseMarkdown } from './parse-files.ts';
import { fillTokens, type TokenValues } from './tokens.ts';

/**
 * Loads a file from the project root into the store, and again whenever it changes under
 * `astro dev`. Whatever is wrong with the file throws: Astro's own file() logs a missing file or a
 * syntax error and builds the page without the content.
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
 * The entries of one YAML list with their tokens filled. The text of `markdownField` is also
 * rendered, for `render(entry)`.
 */
export function yamlList(file: string, tokens: TokenValues, markdownField?: string): Loader {
  return {
    name: 'yaml-list',
    load: (context) => {
      context.store.clear();
      return loadFile(file, context, async (text, filePath) => {
        for (const entry of parseList(text, file)) {
          const fields = fillFields(entry.fields, tokens, `${file} → ${entry.id}`);
          const data = await context.parseData({ id: entry.id, data: fields, filePath });
          const markdown = markdownField === undefined ? undefined : data[markdownField];
          context.store.set({
            id: entry.id,
            data,
            filePath: file,
            ...(typeof markdown === 'string' && {
              rendered: await context.renderMarkdown(markdown),
            }),
          });
        }
      });
    },
  };
}

/** The Markdown pages `<folder>/<id>.md`, one for each of `ids`, with their tokens filled. */
export function markdownPages(folder: string, ids: readonly string[], tokens: TokenValues): Loader {
  return {
    name: 'markdown-pages',
    load: async (context) => {
      context.store.clear();
      for (const id of ids) {
        const file = `${folder}/${id}.md`;
        await loadFile(file, context, async (text, filePath) => {
          const page = parseMarkdown(text, file);
          const fields = fillFields(page.fields, tokens, file);
          const data = await context.parseData({ id, data: fields, filePath });
          const body = fillTokens(page.body, tokens, file);
          const rendered = await context.renderMarkdown(body);
          context.store.set({ id, data, body, filePath: file, rendered });
        });
      }
    },
  };
}
