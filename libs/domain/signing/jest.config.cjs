module.exports = { ...require('../../../jest.preset.cjs'), displayName: 'signing', rootDir: '.' };
