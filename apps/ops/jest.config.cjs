const preset = require('../../jest.preset.cjs');
const [[, typescript]] = Object.entries(preset.transform);

module.exports = {
  ...preset,
  ...require('../../tools/test-servers/preset.cjs'),
  displayName: 'ops',
  rootDir: '.',
  // A file imported on demand has its extension, as Node.js requires.
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1', '$1.js'] },
  // age and its dependencies are ES modules only. Node.js can require them from CommonJS, jest cannot.
  transform: { ...preset.transform, '/node_modules/(age-encryption|@noble|@scure)/.+\\.js$': typescript },
  transformIgnorePatterns: ['/node_modules/(?!(age-encryption|@noble|@scure)/)'],
};
