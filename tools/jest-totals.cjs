const { mkdirSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const ROOT = join(__dirname, '..');
/** Of what a test failed with: enough to see what was expected. */
const LINES_MAX = 40;
/** How jest begins what it says of a test, or of a file that could not run or did not end well. */
const HEADING = /^ {2}● /m;
/** A line of a stack that is ours. */
const OWN_PLACE = /^ +at (?!.*node_modules)/;

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
      failures: results.testResults.flatMap(failuresOf),
    };
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, 'totals.json'), JSON.stringify(totals));
  }
};

/** A file's failures: the names of the tests that failed with the same message, which a hook gives to all of its tests. */
function failuresOf({ testFilePath, failureMessage }) {
  const byMessage = new Map();
  for (const told of stripVTControlCharacters(failureMessage ?? '')
    .split(HEADING)
    .slice(1)) {
    const [name, ...lines] = told.trimEnd().split('\n');
    const message = shortened(lines).join('\n');
    byMessage.set(message, [...(byMessage.get(message) ?? []), name]);
  }
  const file = relative(ROOT, testFilePath);
  return [...byMessage].map(([message, names]) => ({ file, names, message }));
}

/** The first lines; of what is left out, where in our own code it was. */
function shortened(lines) {
  return [...lines.slice(0, LINES_MAX), ...lines.slice(LINES_MAX).filter((line) => OWN_PLACE.test(line))];
}
