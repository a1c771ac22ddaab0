/**
 * A thread of a spec: runs the TypeScript file that its arguments name. Threads do not use jest's transform: each compiles the
 * sources that it reads, which `--conditions @foretell/source` resolves.
 */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

const TO_RUN = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
  },
  module: { type: 'commonjs' },
};

require.extensions['.ts'] = (module, path) => module._compile(transformSync(readFileSync(path, 'utf8'), TO_RUN).code, path);
require(process.argv[2]);
