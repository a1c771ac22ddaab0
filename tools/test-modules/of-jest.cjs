const { createRequire } = require('node:module');

/** Requires the modules that jest's runner uses, in its version: none of them is a direct dependency. */
const packages = ['jest', '@jest/core', 'jest-runner'];
module.exports = packages.reduce((from, name) => createRequire(from.resolve(name)), require);
