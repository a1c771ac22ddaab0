const preset = require('../../jest.preset.cjs');

/** Specs of components run in happy-dom; swc compiles everything, including React's JSX. */
module.exports = {
  ...preset,
  displayName: 'console',
  rootDir: '.',
  testEnvironment: '@happy-dom/jest-environment',
  testEnvironmentOptions: { customExportConditions: ['@foretell/source', 'browser', 'require', 'default'] },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleFileExtensions: ['tsx', 'ts', 'js', 'json'],
  moduleNameMapper: { '\\.css$': '<rootDir>/empty-style.cjs' },
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
  setupFiles: [],
};
