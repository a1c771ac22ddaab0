const { mkdirSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const ROOT = join(__dirname, '..');
/** Lines of a failure message: enough to see what was expected. */
const LINES_MAX = 40;
/** The heading that jest prints for a failed test, and for a file that could not run or did not end cleanly. */
const HEADING = /^ {2}● /m;
/** A stack line in our own code. */
const OWN_PLACE = /^ +at (?!.*node_modules)/;

/**
 * A jest reporter that writes a run's totals into the project's folder coverage/, which nx caches with the run. So `npm test` can
 * include cached runs in its sum and print the failures with their messages at the end. A spec file that could not run counts as
 * one failure.
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

/** A file's failures: the names of the tests with the same message, because a failed hook fails all of its tests. */
function failuresOf({ testFilePath, failureMessage }) {
  const byMessage = new Map();
  for (const section of stripVTControlCharacters(failureMessage ?? '')
    .split(HEADING)
    .slice(1)) {
    const [name, ...lines] = section.trimEnd().split('\n');
    const message = shortened(lines).join('\n');
    byMessage.set(message, [...(byMessage.get(message) ?? []), name]);
  }
  const file = relative(ROOT, testFilePath);
  return [...byMessage].map(([message, names]) => ({ file, names, message }));
}

/** The first lines, then the lines of the rest that point into our own code. */
function shortened(lines) {
  return [...lines.slice(0, LINES_MAX), ...lines.slice(LINES_MAX).filter((line) => OWN_PLACE.test(line))];
}
