module.exports = { ...require('../../../jest.preset.cjs'), displayName: 'prisma', rootDir: '.' };
