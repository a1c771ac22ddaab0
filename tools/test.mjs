/**
 * `npm test`: runs the test targets of all projects except the end-to-end tests, through nx. Prints the failures again at the
 * end, first with the first lines of their messages and then by name, because the full output is too long to read. The last line
 * is "N passed, N failed". Unchanged projects that passed before are not run again, but counted.
 *   --journeys       only the end-to-end tests      --all   everything
 *   --project NAME   only this project (repeatable)
 *   --fresh          runs everything, even if unchanged
 *   --servers        keeps the servers of *.db.spec.ts running until it is stopped, so that single jest runs need not start them;
 *   --write-env PATH also writes their variables to a file (node consumes --env-file itself, wherever it appears)
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDependencies, nxEnvironment, ROOT, runTool, say } from './workspace.mjs';

const JOURNEYS = 'journeys';
/**
 * Nx starts with the projects that most others depend on. With fewer lanes, the longest run, that of the trading service, would
 * start late.
 */
const LANES = 3;

const { values: options } = parseArgs({
  options: {
    journeys: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    servers: { type: 'boolean', default: false },
    'write-env': { type: 'string' },
    project: { type: 'string', multiple: true, default: [] },
  },
});
const ended = new AbortController();
let child;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ended.abort();
    child?.kill('SIGTERM');
  });
}

installDependencies();
process.exitCode = options.servers ? await keepServers() : await runTests();

async function runTests() {
  const totals = await totalsFiles();
  totals.forEach((file) => rmSync(file, { force: true }));
  if (ended.signal.aborted) return 130;
  const fresh = options.fresh ? ['--skip-nx-cache'] : [];
  const args = ['run-many', '-t', 'test', '--output-style=static', `--parallel=${LANES}`, ...selection(), ...fresh];
  const code = await runTool('nx', args, { onStart: (started) => (child = started) });
  const { passed, failed, failures: found } = sum(totals.filter((file) => existsSync(file)));
  printFailures(found);
  const failures = failed === 0 && code !== 0 ? 1 : failed;
  if (failures !== failed) say('A test run ended without a report: see above.');
  say(`${passed} passed, ${failures} failed`);
  return ended.signal.aborted ? 130 : Math.min(failures, 1);
}

/** Prints each failure with its message, then all of them by name: a long log may be cut to its end. */
function printFailures(failures) {
  const linesOf = ({ file, names }) => names.map((name) => `${file}: ${name}`);
  for (const failure of failures) say(['', ...linesOf(failure), failure.message].join('\n'));
  if (failures.length > 0) say(['', 'Failed:', ...failures.flatMap(linesOf), ''].join('\n'));
}

function selection() {
  if (options.project.length > 0) return [`--projects=${options.project.join(',')}`];
  if (options.journeys) return [`--projects=${JOURNEYS}`];
  return options.all ? [] : [`--exclude=${JOURNEYS}`];
}

/** The file with the totals of each project's run: see jest-totals.cjs. */
async function totalsFiles() {
  Object.assign(process.env, nxEnvironment());
  const { createProjectGraphAsync } = await import('@nx/devkit');
  const { nodes } = await createProjectGraphAsync();
  return Object.values(nodes).map(({ data }) => join(ROOT, data.root, 'coverage', 'totals.json'));
}

function sum(files) {
  const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  return {
    passed: runs.reduce((total, { passed }) => total + passed, 0),
    failed: runs.reduce((total, { failed }) => total + failed, 0),
    failures: runs.flatMap(({ failures }) => failures),
  };
}

/** Jest finds the servers by itself; the variables are for other programs. */
async function keepServers() {
  const { leaseServers } = await import('./test-servers/lease.mjs');
  const { variables, release } = await leaseServers();
  const text = Object.entries(variables)
    .map(([name, value]) => `export ${name}=${value}\n`)
    .join('');
  process.stdout.write(text);
  const envFile = options['write-env'];
  if (envFile !== undefined) writeFileSync(envFile, text);
  const waiting = setInterval(() => undefined, 60_000);
  if (!ended.signal.aborted) await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  clearInterval(waiting);
  release();
  if (envFile !== undefined) rmSync(envFile, { force: true });
  return 0;
}
