const { join } = require('node:path');
const KeptEnvironment = require('./environment.cjs');
const ofJest = require('./of-jest.cjs');

const { default: Runtime } = ofJest('jest-runtime');

/** Modules with state other than caches and irrelevant counters: they are reset for each spec file, as in a new process. */
const FORGETTING = [
  ['node_modules/@nestjs/common/index.js', ({ ConsoleLogger, Logger }) => Logger.overrideLogger(new ConsoleLogger())],
  ['node_modules/nestjs-pino/PinoLogger.js', ({ __resetOutOfContextForTests: forgetLogger }) => forgetLogger()],
  ['libs/platform/server/src/metrics.ts', ({ metricsRegistry }) => metricsRegistry.resetMetrics()],
].map(([path, forget]) => [join(__dirname, '../..', path), forget]);

let kept;

/**
 * Loads imported modules once per worker, like a production process, and only the spec file itself for each run. Loading took
 * most of a run's time, and modules loaded per file never ran optimised. The state of a module outlives the file, unless
 * FORGETTING lists it.
 */
module.exports = class KeepingRuntime extends Runtime {
  constructor(config, environment, ...parts) {
    super(config, environment, ...parts);
    const { watch, watchAll } = parts.at(-1);
    // In watch mode sources change while the process runs.
    if (!(environment instanceof KeptEnvironment) || watch || watchAll) return;
    kept ??= new Runtime(config, environment, ...parts);
    this.modules = kept;
    // Stack traces use the lines of the sources.
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
