const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * A jest reporter that leaves a run's totals in the project's folder coverage/, which nx keeps with the cached run, so that `npm
 * test` sums up what it did not have to run again too. A spec file that could not even run counts as one failure.
 */
module.exports = class TotalsReporter {
  constructor({ rootDir }) {
    this.folder = join(rootDir, 'coverage');
  }

  onRunComplete(_contexts, results) {
    const totals = { passed: results.numPassedTests, failed: results.numFailedTests + results.numRuntimeErrorTestSuites };
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, 'totals.json'), JSON.stringify(totals));
  }
};
