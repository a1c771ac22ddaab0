module.exports = { ...require('../../../jest.preset.cjs'), displayName: 'nats', rootDir: '.' };
