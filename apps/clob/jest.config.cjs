module.exports = {
  ...require('../../jest.preset.cjs'),
  ...require('../../tools/test-servers/preset.cjs'),
  displayName: 'clob',
  rootDir: '.',
  // Its run is the longest by far: when the other projects' are over, no core waits for it.
  maxWorkers: '100%',
};
