/**
 * `npm run bench -- NAME...`: builds and runs the named benches, or all of them, and prints one table.
 *   --json    prints the measurements as JSON instead
 *   --small   a fraction of the catalog and of the history: takes minutes instead of most of an hour
 *   --only    a text. `catalog`: only the measurements whose name contains it, and the import. `road`: the parts to run.
 *             `faults`: the names of faults, separated by commas
 *   --profile a folder: the services of `road`, the trading processes of `scale`, write their CPU profiles (.cpuprofile) into it
 *   --rows   a number: commits that `snapshot` makes under its snapshot; orders and trades that `size` fills the database with
 *   --data    a folder with files of the public catalog format, which `search` judges instead of its own events
 *   --minutes of `soak`, default 30; use 2 to try it out   --plot  the file of the plot of `soak`, `scale` (.foretell/NAME.svg)
 *   --set    NAME=VALUE, repeatable: additional environment variables of the services of `road`
 * A bench that needs a database gets its own on a throw-away server that waits for the disk, like one in production.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startThrowAwayServers } from './embedded/throw-away.mjs';
import { databaseUrl, withClient } from './migrate/roles.mjs';
import { prepareTemplate, TEMPLATE_DATABASE } from './template-database.mjs';
import { buildProjects, installDependencies, ROOT, runTool } from './workspace.mjs';

/** An end-to-end benchmark: all services as processes. */
function endToEnd(name, more = []) {
  const processes = ['apps/clob', 'apps/gamma', 'apps/data', 'apps/ops', ...more];
  return { project: 'apps/journeys', module: `dist/bench/${name}.bench.js`, database: true, processes };
}

const BENCHES = {
  engine: { project: 'libs/domain/exchange', module: 'dist/bench/engine.bench.js', database: false },
  signing: { project: 'libs/platform/auth', module: 'dist/bench/signing.bench.js', database: false },
  commit: { project: 'apps/clob', module: 'dist/bench/commit.bench.js', database: true },
  snapshot: { project: 'apps/clob', module: 'dist/bench/snapshot.bench.js', database: true },
  recovery: { project: 'apps/clob', module: 'dist/bench/recovery.bench.js', database: true },
  writer: { project: 'apps/clob', module: 'dist/bench/writer.bench.js', database: true },
  size: { project: 'apps/clob', module: 'dist/bench/size.bench.js', database: true, processes: ['apps/ops'], isApart: true },
  streams: { project: 'apps/clob', module: 'dist/bench/streams.bench.js', database: true },
  catalog: { project: 'apps/gamma', module: 'dist/bench/catalog.bench.js', database: true },
  search: { project: 'apps/gamma', module: 'dist/bench/search.bench.js', database: true },
  data: { project: 'apps/data', module: 'dist/bench/data.bench.js', database: true },
  visibility: endToEnd('visibility'),
  road: endToEnd('road'),
  scale: endToEnd('scale'),
  start: endToEnd('start'),
  reads: endToEnd('reads'),
  faults: { ...endToEnd('faults'), isApart: true },
  drill: { ...endToEnd('drill'), isApart: true },
  soak: { ...endToEnd('soak'), isApart: true },
  overload: endToEnd('overload'),
  hostile: { ...endToEnd('hostile'), isApart: true },
  frames: { ...endToEnd('frames', ['apps/console']), isApart: true },
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main() {
  let options;
  try {
    options = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        small: { type: 'boolean', default: false },
        only: { type: 'string' },
        profile: { type: 'string' },
        set: { type: 'string', multiple: true, default: [] },
        data: { type: 'string' },
        rows: { type: 'string' },
        minutes: { type: 'string' },
        plot: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return fail(error.message);
  }
  if (
    options.values.rows !== undefined &&
    !(Number.isSafeInteger(Number(options.values.rows)) && Number(options.values.rows) > 0)
  )
    return fail(`--rows must be an integer above 0, not ${options.values.rows}.`);
  const names =
    options.positionals.length > 0 ? options.positionals : Object.keys(BENCHES).filter((name) => !BENCHES[name].isApart);
  const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) return fail(`Unknown benches: ${unknown.join(', ')}. Known: ${Object.keys(BENCHES).join(', ')}.`);
  installDependencies();
  const built = await build(names);
  if (built !== 0) return built;
  const measurements = await withServers(names, (servers) => runAll(names, servers, options.values));
  process.stdout.write(options.values.json ? `${JSON.stringify(measurements, null, 2)}\n` : table(measurements));
  const faults = measurements.filter(({ isFault }) => isFault);
  for (const { bench, name, value, unit } of faults) process.stderr.write(`${bench}: out of bounds: ${name}, ${value} ${unit}\n`);
  return faults.length > 0 ? 1 : 0;
}

/** Standard output has only the measurements. Benches are not part of the production build, so they are built separately. */
async function build(names) {
  const stdio = ['ignore', 2, 2];
  const projects = names.flatMap((name) => [BENCHES[name].project, ...(BENCHES[name].processes ?? [])]);
  await buildProjects(projects, { stdio });
  const benches = projects.map((project) => `${project}/tsconfig.bench.json`).filter((path) => existsSync(join(ROOT, path)));
  return benches.length === 0 ? 0 : runTool('tsc', ['-b', '--noCheck', ...benches], { stdio });
}

async function withServers(names, work) {
  if (!names.some((name) => BENCHES[name].database)) return work(null);
  const servers = await startThrowAwayServers({ nats: true, durable: true });
  const stop = () => servers.stop().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await prepareTemplate(servers.databaseUrl);
    // A bench of complete processes creates its environment like an end-to-end test.
    Object.assign(process.env, {
      TEST_DATABASE_URL: servers.databaseUrl,
      TEST_TEMPLATE_DATABASE: TEMPLATE_DATABASE,
      NATS_URL: servers.natsUrl,
    });
    return await work(servers);
  } finally {
    await servers.stop();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Runs one after the other: concurrent benches would measure each other's load. */
async function runAll(names, servers, options) {
  const measurements = [];
  for (const name of names) {
    process.stderr.write(`${name} ...\n`);
    for (const measurement of await runOne(name, servers, options)) measurements.push({ bench: name, ...measurement });
  }
  return measurements;
}

async function runOne(name, servers, { small, only, data, profile, set, rows, minutes, plot }) {
  const { project, module, database } = BENCHES[name];
  const path = join(ROOT, project, module);
  if (!existsSync(path)) throw new Error(`The bench ${name} is missing: ${project} has no ${module}.`);
  const { bench } = createRequire(import.meta.url)(path);
  if (!database) return bench();
  const own = `bench_${name}`;
  await withClient(servers.databaseUrl, (client) => client.query(`CREATE DATABASE ${own} TEMPLATE ${TEMPLATE_DATABASE}`));
  return bench({
    databaseUrl: databaseUrl(servers.databaseUrl, own),
    natsUrl: servers.natsUrl,
    pids: servers.pids,
    small,
    only,
    data,
    profile,
    minutes: minutes === undefined ? undefined : Number(minutes),
    plot: plot === undefined ? undefined : resolve(plot),
    rows: rows === undefined ? undefined : Number(rows),
    environment: Object.fromEntries(set.map((pair) => pair.split(/=(.*)/s, 2))),
  });
}

function table(measurements) {
  const rows = measurements.map(({ bench, name, value, unit, p99Ms, limit }) => [
    bench,
    p99Ms === undefined ? name : `${name} (p99 ${p99Ms} ms)`,
    number(value),
    unit,
    limit === undefined ? '' : `${number(limit.value)}  ${limit.name}`,
    limit === undefined ? '' : (value / limit.value).toFixed(2),
  ]);
  const all = [['bench', 'what', 'value', 'unit', 'limit', 'ratio'], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) => (column === 2 || column === 5 ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ');
  return `${all.map((row) => line(row).trimEnd()).join('\n')}\n`;
}

function number(value) {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  return 2;
}
