module.exports = { ...require('../../../jest.preset.cjs'), displayName: 'exchange', rootDir: '.' };
