const { join } = require('node:path');
const KeptEnvironment = require('./environment.cjs');
const ofJest = require('./of-jest.cjs');

const { default: Runtime } = ofJest('jest-runtime');

/** State of modules that is neither a cache nor a count of no meaning: each spec file begins without it, as a process does. */
const FORGETTING = [
  ['node_modules/@nestjs/common/index.js', ({ ConsoleLogger, Logger }) => Logger.overrideLogger(new ConsoleLogger())],
  ['node_modules/nestjs-pino/PinoLogger.js', ({ __resetOutOfContextForTests: forgetLogger }) => forgetLogger()],
  ['libs/platform/server/src/metrics.ts', ({ metricsRegistry }) => metricsRegistry.resetMetrics()],
].map(([path, forget]) => [join(__dirname, '../..', path), forget]);

let kept;

/**
 * Loads what spec files import once a worker, as a process of production does, and only the spec file itself anew: loading took
 * most of a run's time, and what was loaded per file was never warm. So the state of a module outlives the file, unless
 * FORGETTING names it.
 */
module.exports = class KeepingRuntime extends Runtime {
  constructor(config, environment, ...parts) {
    super(config, environment, ...parts);
    const { watch, watchAll } = parts.at(-1);
    // Whoever watches changes sources while the process goes on.
    if (!(environment instanceof KeptEnvironment) || watch || watchAll) return;
    kept ??= new Runtime(config, environment, ...parts);
    this.modules = kept;
    // Stack traces name lines of the sources.
    this.transformCache.sourceMaps = kept.getSourceMaps();
    const loaded = kept.registries.getActiveCjsRegistry();
    for (const [path, forget] of FORGETTING) if (loaded.has(path)) forget(loaded.get(path).exports);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    const isSpec = moduleName === undefined && from === this._testPath;
    if (this.modules === undefined || isSpec || options?.isInternalModule)
      return super.requireModule(from, moduleName, options, isRequireActual);
    return this.modules.requireModule(from, moduleName, options, isRequireActual);
  }
};
