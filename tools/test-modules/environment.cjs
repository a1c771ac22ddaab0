const vm = require('node:vm');
const ofJest = require('./of-jest.cjs');

const { TestEnvironment } = ofJest('jest-environment-node');

/** What jest itself left on the global object for the spec file before: each file has a runner of its own. */
const OF_THE_RUNNER = /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_|WAIT_BEFORE_RETRY|LOG_ERRORS_BEFORE_RETRY)/;

let kept;

/**
 * One global object for all spec files of a worker, so that modules need be loaded once: see runtime.cjs. It is an ordinary one:
 * jest's own is a Proxy, which each `Map`, `Math` or `Promise` of the code would have to pass.
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

  /** After each spec file. What it replaced by jest.spyOn is put back by jest. */
  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    for (const symbol of Object.getOwnPropertySymbols(this.global))
      if (OF_THE_RUNNER.test(symbol.description)) delete this.global[symbol];
  }
};
