module.exports = { ...require('../../jest.preset.cjs'), displayName: 'gamma', rootDir: '.' };
