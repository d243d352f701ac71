import { readdir, readFile } from 'node:fs/promises';

/** Modules that stand in the page: they are shorter than the headers of a request for them. */
const short = 400;
const scriptFile = /<script type="module" src="\/_astro\/([^"]+)"><\/script>/g;

/** Every script of the build in `folder` by its name. */
export async function readScripts(folder: URL): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const read = async (name: string) =>
    [name, await readFile(new URL(name, folder), 'utf8')] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** The page with its short scripts inside, so that what they import is asked for one round trip earlier. */
export function withShortScripts(html: string, scripts: ReadonlyMap<string, string>): string {
  return html.replace(scriptFile, (element, name: string) => {
    const script = scripts.get(name);
    if (script === undefined || script.length > short) return element;
    return `<script type="module">${script.trim().replaceAll('"./', '"/_astro/')}</script>`;
  });
}

/**
 * The text in which the classes of our own components are named. React's file has only the error
 * boundary of ours, and its own words, like those of supabase-js, are no classes (build/chunks.ts).
 */
export function withClassNames(name: string, script: string): string {
  if (name.startsWith('supabase-client.')) return '';
  if (!name.startsWith('react.')) return script;
  return [...script.matchAll(/className:[`"'][^`"']*/g)].join('\n');
}
