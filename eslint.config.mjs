import eslint from '@eslint/js';
import astro from 'eslint-plugin-astro';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { translatedText } from './scripts/translated-text.mjs';

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
      // We write `type`, except for declaration merging.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // This rule suggests `!` instead of a cast, and we do not use `!`.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // A rest sibling omits a field. A leading underscore marks a parameter that the signature requires.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // Numbers are safe in templates.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A guard clause may return the call of a void function.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // TypeScript requires brackets for keys of an index signature.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // An Astro file's scripts match `*.astro/*.ts`; all else in the file runs only in the build.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'AwaitExpression > ImportExpression',
          message: 'A script may never arrive: wrap the import in inTime (§12.56).',
        },
        ...['CallExpression[callee.object.name="Date"]', 'NewExpression[callee.name="Date"]'].map(
          (device) => ({
            selector: `${device}:matches([callee.property.name="now"], :not([callee.property])[arguments.length=0])`,
            message:
              "Devices have wrong clocks: take the server's time of src/lib/clock.ts (§12.45).",
          }),
        ),
      ],
    },
  },
  {
    files: ['src/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'checkVisibility',
          message: 'iOS has it since 17.4 (§12.47), and no browser test can take it away.',
        },
      ],
    },
  },
  {
    files: ['**/*.tsx'],
    extends: [jsxA11y.configs.recommended, reactHooks.configs.flat.recommended],
  },
  {
    files: ['src/**/*.tsx'],
    plugins: { own: { rules: { 'translated-text': translatedText } } },
    rules: { 'own/translated-text': 'error' },
  },
  astro.configs.recommended,
  astro.configs['jsx-a11y-recommended'],
  {
    files: ['**/*.astro', '**/*.astro/*.ts', '**/*.astro/*.js'],
    // The Astro parser provides no types for templates; `astro check` checks them.
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    // TypeScript reports undefined globals (`checkJs`, `@ts-check`).
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['tests/**', '**/*.test.ts'],
    rules: {
      // Matchers such as expect.any() and JSON.parse() return `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      // Tests split and match hostile strings on purpose.
      '@typescript-eslint/no-misused-spread': 'off',
      'no-control-regex': 'off',
    },
  },
  {
    // Commands may print to the terminal. Functions log only through _lib/log.ts.
    files: [
      'local/**',
      'scripts/**',
      'tests/**',
      'bench/**',
      'supabase/**',
      'functions/_lib/http/log.ts',
    ],
    rules: { 'no-console': 'off' },
  },
);
