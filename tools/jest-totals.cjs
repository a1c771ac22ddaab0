const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** A jest reporter that leaves a run's totals where `npm test` sums them up. A spec file that could not even run counts as one failure. */
module.exports = class TotalsReporter {
  constructor(_globalConfig, { folder }) {
    this.folder = folder;
  }

  onRunComplete(_contexts, results) {
    const totals = { passed: results.numPassedTests, failed: results.numFailedTests + results.numRuntimeErrorTestSuites };
    writeFileSync(join(this.folder, `totals-${process.pid}.json`), JSON.stringify(totals));
  }
};
