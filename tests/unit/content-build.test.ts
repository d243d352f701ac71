import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const astro = join(root, 'node_modules/astro/bin/astro.mjs');

const page = `---
import { getCollection, render } from 'astro:content';
const [policy] = await getCollection('policies', ({ id }) => id === 'termsandcondition');
if (!policy) throw new Error('no terms');
const { Content } = await render(policy);
const cards = await getCollection('testimonials');
---
<html lang="en"><head><title>{policy.data.title}</title></head>
<body><Content />{cards.map(({ data }) => <img src={data.img.src} alt={data.name} />)}</body></html>
`;

/** Separate caches, because the default is inside node_modules, which the project shares. */
const config = `export default { cacheDir: './cache', vite: { cacheDir: './vite-cache' } };`;

/** Makes a site of the content and one page that shows it; returns its folder. */
function makeSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-build-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const path of [
    'src/content',
    'src/content.config.ts',
    'src/domain',
    'src/prerender',
    'src/assets/portraits',
  ]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  mkdirSync(join(folder, 'src/pages'));
  writeFileSync(join(folder, 'src/pages/index.astro'), page);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'astro.config.mjs'), config);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs `astro build` in the folder; resolves to its exit code and its output without colours. */
async function build(folder: string, env: Record<string, string> = {}) {
  const options = { cwd: folder, env: { ...process.env, ...env, ASTRO_TELEMETRY_DISABLED: '1' } };
  try {
    const { stdout, stderr } = await run(process.execPath, [astro, 'build'], options);
    return { code: 0, output: stripVTControlCharacters(stdout + stderr) };
  } catch (error) {
    // `execFile` rejects with an Error that has these three fields.
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stripVTControlCharacters(stdout + stderr) };
  }
}

test('the build fills the tokens of a text page from the environment', async () => {
  const site = makeSite();
  const { code, output } = await build(site, {
    PUBLIC_CITY: 'Pune',
    PUBLIC_SUPPORT_EMAIL: 'help@example.org',
  });
  expect(output).toContain('1 page(s) built');
  expect(code).toBe(0);
  const html = readFileSync(join(site, 'dist/index.html'), 'utf8');
  expect(html).toContain('The courts of Pune');
  expect(html).toContain('<a href="mailto:help@example.org">help@example.org</a>');
  expect(html).not.toMatch(/[{}]/);
  expect(html.match(/<img/g)).toHaveLength(7);
});

test('an entry with a mistake stops the build with a clear sentence', async () => {
  const site = makeSite();
  const list = join(site, 'src/content/faqs.yml');
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll('answer: |-', 'answr: |-'));
  const { code, output } = await build(site);
  expect(output).toContain(
    'src/content/faqs.yml → financial-assistance: answer is missing; there is no field answr.',
  );
  expect(code).toBe(1);
});
