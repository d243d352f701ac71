/**
 * Imports run in one direction only (§20.10): pages → sections → features → lib → domain, and
 * functions → _lib → domain. dependency-cruiser cannot read `.astro` files, so tests/unit/imports.test.ts
 * holds their imports to the same rules.
 */

/** `from` and `to` are lists of patterns. tests/unit/imports.test.ts checks that each matches a file. */
const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
});

const circles = (name, scope, from, comment) => ({
  name,
  severity: 'error',
  comment,
  scope,
  from,
  to: { circular: true },
});

/** Each of these layers may import from those after it. */
const markup = ['^src/pages/', '^src/layouts/', '^src/sections/', '^src/components/'];
/** The folders of functions/_lib. Each may import only from those before it. */
const shared = [
  'http',
  'env',
  'database',
  'account',
  'mentors',
  'mail',
  'files',
  'payments',
  'packs',
  'refunds',
  'personal-data',
  'jobs',
].map((folder) => `^functions/_lib/${folder}/`);
const tools = ['^local/', '^tests/', '^bench/', '^scripts/'];

export default {
  forbidden: [
    circles('no-circles', 'module', {}, 'Two modules that import each other are one module.'),
    circles(
      'no-circles-of-folders',
      'folder',
      { path: ['^src/features/', '^functions/_lib/'] },
      'Two folders that import each other are one, or share a third.',
    ),
    ...markup
      .slice(1)
      .map((room, index) =>
        forbid(
          `${room.slice('^src/'.length, -1)}-know-nothing-above`,
          [room],
          markup.slice(0, index + 1),
          'Pages use layouts, layouts use sections, sections use components, never the other way round.',
        ),
      ),
    forbid(
      'domain-imports-nothing-of-ours',
      ['^src/domain/'],
      ['^src/(?!domain/)', '^functions/', '^build/', ...tools],
      'The site and the functions share the domain, so it depends on neither.',
    ),
    forbid(
      'content-is-copy',
      ['^src/content/'],
      ['^src/(?!domain/|content/)', '^functions/', '^build/', ...tools],
      'Copy is data. It imports only from the domain.',
    ),
    forbid(
      'lib-knows-no-features',
      ['^src/lib/'],
      [...markup, '^src/features/', '^src/scripts/'],
      'lib wraps the browser and the network.',
    ),
    forbid(
      'scripts-know-no-features',
      ['^src/scripts/'],
      [...markup, '^src/features/'],
      'These modules run on most pages, so they stay small.',
    ),
    forbid(
      'features-know-no-pages',
      ['^src/features/'],
      [...markup, '^src/scripts/'],
      'Sections and pages use features, never the other way round.',
    ),
    forbid(
      'prerender-stays-in-the-build',
      ['^src/domain/', '^src/lib/', '^src/features/', '^src/scripts/'],
      ['^src/prerender/'],
      'Code that runs during the build never reaches a browser.',
    ),
    forbid(
      'functions-use-only-the-domain',
      ['^functions/'],
      ['^src/(?!domain/|content/routes\\.ts|lib/database\\.types\\.ts)', '^build/', ...tools],
      'Functions share the domain, the list of pages and the generated schema types with the site.',
    ),
    ...shared
      .slice(0, -1)
      .map((folder, index) =>
        forbid(
          `${folder.slice('^functions/'.length, -1)}-knows-nothing-after`,
          [folder],
          shared.slice(index + 1),
          'The shared folders stand in one order, so that each can be read without those after it.',
        ),
      ),
    forbid(
      'handlers-do-not-know-each-other',
      ['^functions/[^_]'],
      ['^functions/[^_]'],
      'Shared code lives in _lib.',
    ),
    forbid(
      'nothing-deployed-imports-tools',
      ['^src/', '^functions/', '^build/'],
      tools,
      'The local stack, tests, benchmarks and scripts are never deployed.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.astro', '.mjs', '.js'] },
  },
};
