module.exports = {
  ...require('../../jest.preset.cjs'),
  ...require('../../tools/test-servers/preset.cjs'),
  displayName: 'journeys',
  rootDir: '.',
  maxWorkers: 1,
  // Minutes to hours: by `npm run fuzz` only.
  testPathIgnorePatterns: process.env.FUZZ_REQUESTS === undefined ? ['fuzz.spec'] : [],
  globals: { allSpecsNeedServers: true },
};
