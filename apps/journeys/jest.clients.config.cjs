/** Published clients, which are installed beside the project: npm run clients. */
module.exports = {
  ...require('./jest.config.cjs'),
  displayName: 'clients',
  testMatch: ['<rootDir>/src/**/*.clients-spec.ts'],
};
