/** One preset for every project: TypeScript through swc (decorators with metadata), workspace packages from their sources. */
module.exports = {
  testEnvironment: require.resolve('./tools/test-modules/environment.cjs'),
  runtime: require.resolve('./tools/test-modules/runtime.cjs'),
  testEnvironmentOptions: { customExportConditions: ['@foretell/source', 'node', 'require', 'default'] },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleFileExtensions: ['ts', 'js', 'json'],
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  // Real databases on a busy machine: a slow answer is no fault.
  testTimeout: 60_000,
  reporters: ['default', require.resolve('./tools/jest-totals.cjs')],
  setupFiles: [require.resolve('reflect-metadata')],
};
