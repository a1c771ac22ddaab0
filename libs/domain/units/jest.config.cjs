module.exports = { ...require('../../../jest.preset.cjs'), displayName: 'units', rootDir: '.' };
