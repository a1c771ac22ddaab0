module.exports = { ...require('../../jest.preset.cjs'), displayName: 'maker', rootDir: '.' };
