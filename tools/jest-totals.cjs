const { mkdirSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const ROOT = join(__dirname, '..');

/**
 * A jest reporter that leaves a run's totals in the project's folder coverage/, which nx keeps with the cached run, so that `npm
 * test` sums up what it did not have to run again too, and what failed with its messages, so that it can say that last. A spec
 * file that could not even run counts as one failure.
 */
module.exports = class TotalsReporter {
  constructor({ rootDir }) {
    this.folder = join(rootDir, 'coverage');
  }

  onRunComplete(_contexts, results) {
    const totals = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      failures: results.testResults.flatMap(({ failureMessage, testFilePath }) =>
        failureMessage ? [`${relative(ROOT, testFilePath)}\n${stripVTControlCharacters(failureMessage)}`] : [],
      ),
    };
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, 'totals.json'), JSON.stringify(totals));
  }
};
