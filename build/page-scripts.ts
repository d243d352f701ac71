import { readdir, readFile } from 'node:fs/promises';

/** Modules that stand in the page: they are shorter than the headers of a request for them. */
const short = 400;
/** How a script of the build names another: relative to its own folder, in any quotes. */
const relativePath = /(["'`])\.\//g;
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
    return `<script type="module">${script.trim().replace(relativePath, '$1/_astro/')}</script>`;
  });
}
