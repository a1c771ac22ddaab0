/** The long run, more than a million random commands: npx jest -c libs/domain/exchange/jest.long.config.cjs */
module.exports = {
  ...require('./jest.config.cjs'),
  displayName: 'exchange, long',
  testMatch: ['<rootDir>/src/**/*.long-spec.ts'],
  testTimeout: 3_600_000,
};
