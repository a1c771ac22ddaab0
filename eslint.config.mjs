import tseslint from '@typescript-eslint/eslint-plugin';
import parser from '@typescript-eslint/parser';
import a11y from 'eslint-plugin-jsx-a11y-x';
import hooks from 'eslint-plugin-react-hooks';

const ROOT = import.meta.dirname;
const SPECS = ['**/*.spec.ts', '**/*.long-spec.ts', '**/*.spec.tsx', '**/*.bench.ts', '**/bench.ts'];
/** What only tests and measurements of the domain use: reference models, generators, native ports. */
const DOMAIN_TEST_SUPPORT = ['libs/domain/*/src/testing/**', 'libs/domain/*/src/model/**'];

const APPS = ['clob', 'gamma', 'data', 'ops', 'journeys', 'console'];

/** By path dependency-cruiser refuses it; it does not resolve a package that exports nothing. */
const NO_APP_BY_NAME = {
  group: APPS.flatMap((app) => [`@foretell/${app}`, `@foretell/${app}/**`]),
  message: 'An app imports no app: what both need belongs in a library.',
};

const NO_ASYNC_CONTEXT = {
  name: 'node:async_hooks',
  importNames: ['AsyncLocalStorage'],
  message: 'Its first run slows every promise of the process until it ends: pass what the code needs as an argument.',
};

/** The domain is synchronous, exact and never looks outside: time, ids and randomness are arguments. */
const OUTSIDE_WORLD = [
  'Date',
  'performance',
  'process',
  'console',
  'fetch',
  'crypto',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'Promise',
  'parseFloat',
].map((name) => ({ name, message: 'libs/domain never looks outside and computes in integers: take it as an argument.' }));
const INEXACT_OR_LATER = [
  { selector: ':function[async=true]', message: 'The domain is synchronous.' },
  { selector: 'AwaitExpression', message: 'The domain is synchronous.' },
  { selector: 'ForOfStatement[await=true]', message: 'The domain is synchronous.' },
  { selector: 'Literal[raw=/^[0-9_]*\\.[0-9_]*[1-9]/]', message: 'The domain computes in integers.' },
  { selector: 'Literal[raw=/^[0-9_.]+[eE]-/]', message: 'The domain computes in integers.' },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Randomness is an argument.',
  },
  {
    selector: "MemberExpression[object.name='Number'][property.name='parseFloat']",
    message: 'The domain computes in integers.',
  },
];

export default [
  { ignores: ['**/dist/**', '**/node_modules/**', 'libs/platform/prisma/src/generated/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['apps/**/*.ts', 'apps/**/*.tsx', 'libs/**/*.ts'],
    languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
    plugins: { '@typescript-eslint': tseslint },
    rules: {
      ...tseslint.configs['recommended-type-checked'].rules,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Nest's decorated classes need value imports for their metadata, which this rule would turn into type imports.
      '@typescript-eslint/consistent-type-imports': 'off',
      // A port's in-memory or constant adapter keeps the port's promise without awaiting anything.
      '@typescript-eslint/require-await': 'off',
      // A branded unit is a number with a name, which this rule does not see.
      '@typescript-eslint/no-unsafe-unary-minus': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // validated configuration and DTO classes are filled by class-transformer, never by a constructor
    files: ['**/*.config.ts', 'libs/contracts/src/http/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['libs/domain/**/*.ts'],
    ignores: [...SPECS, ...DOMAIN_TEST_SUPPORT],
    rules: {
      'no-restricted-globals': ['error', ...OUTSIDE_WORLD],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['node:*', 'fs', 'path', 'crypto', 'timers*'], message: 'libs/domain never looks outside.' }] },
      ],
      'no-restricted-syntax': ['error', ...INEXACT_OR_LATER],
    },
  },
  {
    files: ['apps/**/*.ts', 'apps/**/*.tsx', 'libs/**/*.ts', 'libs/**/*.tsx'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [NO_ASYNC_CONTEXT], patterns: [NO_APP_BY_NAME] }],
    },
  },
  {
    files: ['libs/platform/server/src/tracing/tracing.ts', ...SPECS],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [NO_APP_BY_NAME] }] },
  },
  {
    files: ['apps/console/src/**/*.ts', 'apps/console/src/**/*.tsx'],
    plugins: { 'react-hooks': hooks, 'jsx-a11y-x': a11y },
    rules: {
      ...hooks.configs['recommended-latest'].rules,
      ...a11y.configs.strict.rules,
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            NO_APP_BY_NAME,
            {
              group: ['@foretell/contracts', '@foretell/contracts/*'],
              allowTypeImports: true,
              message: "Take the contracts' types only: their classes bring decorators that a page has no use for.",
            },
            { group: ['node:*'], message: 'There is no node in a browser.' },
          ],
        },
      ],
    },
  },
  {
    files: SPECS,
    rules: {
      // jest's matchers and pg's rows are loosely typed
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
];
