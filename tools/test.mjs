/**
 * `npm test`: all tests but the journeys, against a throw-away PostgreSQL and NATS. The last line is "N passed, N failed".
 *   --journeys       only the journeys      --all   everything
 *   --project NAME   only this project (may be repeated)
 *   --servers        starts the servers, prints the variables under which single jest projects find them, and stays until it is ended;
 *   --write-env PATH writes the variables there too (node takes --env-file for itself, wherever it stands)
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startThrowAwayServers } from './embedded/throw-away.mjs';
import { migrationsStamp, prepareTemplate, TEMPLATE_DATABASE } from './template-database.mjs';
import { nxEnvironment, prepareWorkspace, runTool, say } from './workspace.mjs';

const JOURNEYS = '@foretell/journeys';
const WATCH_MS = 2000;

const { values: options } = parseArgs({
  options: {
    journeys: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
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

prepareWorkspace();
const servers = await startThrowAwayServers({ nats: true });
try {
  await prepareTemplate(servers.databaseUrl);
  const variables = {
    TEST_DATABASE_URL: servers.databaseUrl,
    TEST_TEMPLATE_DATABASE: TEMPLATE_DATABASE,
    NATS_URL: servers.natsUrl,
  };
  process.exitCode = options.servers ? await stayUp(variables) : await runTests(variables);
} finally {
  await servers.stop();
}

async function runTests(variables) {
  if (ended.signal.aborted) return 130;
  const totals = join(servers.folder, 'totals');
  mkdirSync(totals);
  const env = nxEnvironment({ ...variables, FORETELL_TOTALS_FOLDER: totals, NODE_ENV: 'test' });
  if (options.journeys || options.all) {
    const built = await runTool('nx', ['run-many', '-t', 'build', '--output-style=static'], {
      env: nxEnvironment(),
      onStart: follow,
    });
    if (built !== 0) return built;
  }
  const args = ['run-many', '-t', 'test', '--parallel=2', '--output-style=static', ...selection()];
  const code = await runTool('nx', args, { env, onStart: follow });
  const { passed, failed } = sum(totals);
  const failures = failed === 0 && code !== 0 ? 1 : failed;
  if (failures !== failed) say('A test run ended without a report: see above.');
  say(`${passed} passed, ${failures} failed`);
  return ended.signal.aborted ? 130 : Math.min(failures, 1);
}

function selection() {
  if (options.project.length > 0) return [`--projects=${options.project.join(',')}`];
  if (options.journeys) return [`--projects=${JOURNEYS}`];
  return options.all ? [] : [`--exclude=${JOURNEYS}`];
}

function follow(started) {
  child = started;
}

function sum(folder) {
  const runs = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return runs.reduce((total, run) => ({ passed: total.passed + run.passed, failed: total.failed + run.failed }), {
    passed: 0,
    failed: 0,
  });
}

/** Keeps the template in step with prisma/migrations, for those who are writing them. */
async function stayUp(variables) {
  const text = Object.entries(variables)
    .map(([name, value]) => `export ${name}=${value}\n`)
    .join('');
  process.stdout.write(text);
  const envFile = options['write-env'];
  if (envFile !== undefined) writeFileSync(envFile, text);
  let stamp = migrationsStamp();
  while (!ended.signal.aborted) {
    await delay(WATCH_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    const next = migrationsStamp();
    if (ended.signal.aborted || next === stamp) continue;
    stamp = next;
    await prepareTemplate(variables.TEST_DATABASE_URL).then(
      () => say('The template follows the changed migrations'),
      (error) => say(`The migrations do not apply: ${error.message}`),
    );
  }
  if (envFile !== undefined) rmSync(envFile, { force: true });
  return 0;
}
