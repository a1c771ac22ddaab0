module.exports = { ...require('../../jest.preset.cjs'), displayName: 'journeys', rootDir: '.' };
