/** Tests with published clients, which are installed outside the workspace: npm run clients. */
module.exports = {
  ...require('./jest.config.cjs'),
  displayName: 'clients',
  testMatch: ['<rootDir>/src/**/*.clients-spec.ts'],
};
