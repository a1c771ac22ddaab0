const asyncHooks = require('node:async_hooks');
const vm = require('node:vm');
const ofJest = require('./of-jest.cjs');

const { TestEnvironment } = ofJest('jest-environment-node');

/** Properties that jest set on the global object for the previous spec file: each file has its own runner. */
const OF_THE_RUNNER = /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_|WAIT_BEFORE_RETRY|LOG_ERRORS_BEFORE_RETRY)/;

let kept;

/**
 * The storages of the current spec file: jest's runner creates one for each file. In Node 20 every promise copies all storages
 * that were used and not disabled: after a hundred files, promises took ten times as long.
 */
const storages = [];
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.push(this);
  }
};

/**
 * One global object for all spec files of a worker, so that modules are loaded only once: see runtime.cjs. It is an ordinary
 * object: jest's own is a Proxy, which every use of `Map`, `Math` or `Promise` would pass through.
 */
module.exports = class KeptEnvironment extends TestEnvironment {
  constructor(config, context) {
    if (kept !== undefined) return kept;
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    kept = this;
  }

  /** Runs after each spec file. Jest restores what the file replaced by jest.spyOn. */
  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    for (const storage of storages.splice(0)) storage.disable();
    for (const symbol of Object.getOwnPropertySymbols(this.global))
      if (OF_THE_RUNNER.test(symbol.description)) delete this.global[symbol];
  }
};
