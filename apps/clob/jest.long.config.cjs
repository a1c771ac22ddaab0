/** Proofs that take minutes, run by `npm run proof`. */
module.exports = {
  ...require('./jest.config.cjs'),
  displayName: 'clob, long',
  testMatch: ['<rootDir>/src/**/*.long-spec.ts'],
};
