const { createRequire } = require('node:module');

/** Requires what jest's runner itself requires, of the version that it has: none of it is a dependency of ours. */
const packages = ['jest', '@jest/core', 'jest-runner'];
module.exports = packages.reduce((from, name) => createRequire(from.resolve(name)), require);
