/**
 * Subsets the two typefaces to the site's characters, and writes them to src/assets/fonts. Run this by hand after
 * changing the character set: `node scripts/make-fonts.ts`.
 */
import { createRequire } from 'node:module';
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const characters = `${ascii}\u00a0–—‘’“”…•·×→←₹©é′″`;

const faces = [
  {
    source: '@fontsource-variable/eczar/files/eczar-latin-wght-normal.woff2',
    target: 'eczar-600.woff2',
    axes: { wght: 600 },
  },
  {
    source: '@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2',
    target: 'anek-latin.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
];

for (const { source, target, axes } of faces) {
  const font = await subsetFont(await readFile(resolve(source)), characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    // Leaves out ligatures and alternates, because our texts do not use any.
    noLayoutClosure: true,
  });
  await writeFile(new URL(`../src/assets/fonts/${target}`, import.meta.url), font);
  console.log(`${target}: ${font.length} bytes`);
}
