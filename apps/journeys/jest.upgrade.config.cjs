/** The rolling upgrade, which builds an earlier commit: npm run upgrade. */
module.exports = {
  ...require('./jest.config.cjs'),
  displayName: 'upgrade',
  testMatch: ['<rootDir>/src/**/*.long-spec.ts'],
};
