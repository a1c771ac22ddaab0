const preset = require('../../jest.preset.cjs');
const [[, typescript]] = Object.entries(preset.transform);

module.exports = {
  ...preset,
  ...require('../../tools/test-servers/preset.cjs'),
  displayName: 'ops',
  rootDir: '.',
  // age and what it stands on are ES modules only, which Node.js loads into CommonJS and jest does not.
  transform: { ...preset.transform, '/node_modules/(age-encryption|@noble|@scure)/.+\\.js$': typescript },
  transformIgnorePatterns: ['/node_modules/(?!(age-encryption|@noble|@scure)/)'],
};
