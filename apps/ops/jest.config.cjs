module.exports = {
  ...require('../../jest.preset.cjs'),
  ...require('../../tools/test-servers/preset.cjs'),
  displayName: 'ops',
  rootDir: '.',
};
