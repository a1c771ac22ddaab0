module.exports = { ...require('../../jest.preset.cjs'), displayName: 'clob', rootDir: '.' };
