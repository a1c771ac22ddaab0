module.exports = {
  ...require('../../../jest.preset.cjs'),
  ...require('../../../tools/test-servers/preset.cjs'),
  displayName: 'limits',
  rootDir: '.',
};
