/** Imports run downward only (§20.10: pages → sections/features → lib → domain; functions → _lib → domain). */

const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
});

export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Two modules that need each other are one module, or hide a third.',
      from: {},
      to: { circular: true },
    },
    forbid(
      'domain-imports-nothing-of-ours',
      '^src/domain/',
      '^(src/(?!domain/)|functions/|local/|tests/)',
      'Domain rules are shared by the site and the functions and know neither.',
    ),
    forbid(
      'lib-knows-no-features',
      '^src/lib/',
      '^src/(pages|layouts|components|sections|features)/',
      'lib holds edges to the browser and the network.',
    ),
    forbid(
      'features-know-no-pages',
      '^src/features/',
      '^src/(pages|layouts|components|sections)/',
      'A feature is used by sections and pages, never the other way round.',
    ),
    forbid(
      'sections-know-no-pages',
      '^src/(sections|components)/',
      '^src/(pages|layouts)/',
      'Pages are lists of sections.',
    ),
    forbid(
      'functions-use-only-the-domain',
      '^functions/',
      '^(src/(?!domain/|lib/database\\.types\\.ts)|local/|tests/)',
      'Functions share the domain and the generated schema types with the site.',
    ),
    forbid(
      'handlers-do-not-know-each-other',
      '^functions/[^_]',
      '^functions/[^_]',
      'Shared parts live in _lib.',
    ),
    forbid(
      'nothing-deployed-imports-tools',
      '^(src|functions)/',
      '^(local|tests|bench|scripts)/',
      'The local stack, tests and benches are imported by nothing that is deployed.',
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
