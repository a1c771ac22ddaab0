module.exports = { ...require('../../jest.preset.cjs'), displayName: 'journeys', rootDir: '.', maxWorkers: 1 };
