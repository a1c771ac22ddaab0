/** The rolling upgrade test, which builds an earlier commit: npm run upgrade. */
module.exports = {
  ...require('./jest.config.cjs'),
  displayName: 'upgrade',
  testMatch: ['<rootDir>/src/**/*.long-spec.ts'],
};
