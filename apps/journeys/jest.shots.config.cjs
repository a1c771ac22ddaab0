/** Screenshots of the console for docs/console.md: npm run console:shots. */
module.exports = {
  ...require('./jest.config.cjs'),
  displayName: 'shots',
  testMatch: ['<rootDir>/src/**/*.shots-spec.ts'],
};
