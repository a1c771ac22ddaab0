module.exports = {
  ...require('../../jest.preset.cjs'),
  ...require('../../tools/test-servers/preset.cjs'),
  displayName: 'journeys',
  rootDir: '.',
  maxWorkers: 2,
  globals: { allSpecsNeedServers: true },
};
