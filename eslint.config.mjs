import eslint from '@eslint/js';
import astro from 'eslint-plugin-astro';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    'dist/',
    '.astro/',
    '.local/',
    '.netlify/',
    'test-results/',
    'src/lib/database.types.ts',
  ]),
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: ['.astro'] },
    },
    rules: {
      // The house writes `type`; only an interface can be merged into one that exists.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // Its answer to a cast is `!`, which the house does not use.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Rest siblings are how a field is left out; an underscore names what a signature demands.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // Numbers in a template are printed as meant.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A guard clause may return what a void function returns.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // The compiler wants brackets for what an index signature holds.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.tsx'],
    extends: [jsxA11y.configs.recommended, reactHooks.configs.flat.recommended],
  },
  astro.configs.recommended,
  astro.configs['jsx-a11y-recommended'],
  {
    files: ['**/*.astro', '**/*.astro/*.ts', '**/*.astro/*.js'],
    // The Astro parser gives templates no types; `astro check` checks them.
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-undef': 'off' },
  },
  {
    // dependency-cruiser does not read .astro files, so their import directions are checked here.
    files: ['src/{sections,components,features}/**/*.astro'],
    rules: {
      'no-restricted-imports': ['error', { patterns: ['**/pages/*.astro', '**/layouts/**'] }],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    // The type checker knows which globals there are (`checkJs`, `@ts-check`).
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['tests/**', '**/*.test.ts'],
    rules: {
      // Matchers such as expect.any() and parsed JSON are `any` by their own types.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      // Hostile strings are taken apart on purpose.
      '@typescript-eslint/no-misused-spread': 'off',
      'no-control-regex': 'off',
    },
  },
  {
    // Commands speak to whoever runs them; functions log one line each through _lib/log.ts.
    files: [
      'local/**',
      'scripts/**',
      'tests/**',
      'bench/**',
      'supabase/**',
      'functions/_lib/log.ts',
    ],
    rules: { 'no-console': 'off' },
  },
);
