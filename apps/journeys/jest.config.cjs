module.exports = {
  ...require('../../jest.preset.cjs'),
  ...require('../../tools/test-servers/preset.cjs'),
  displayName: 'journeys',
  rootDir: '.',
  maxWorkers: 1,
  globals: { allSpecsNeedServers: true },
};
