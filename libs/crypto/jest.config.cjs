module.exports = { ...require('../../jest.preset.cjs'), displayName: 'crypto', rootDir: '.' };
