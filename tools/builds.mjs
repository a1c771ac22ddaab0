/** What `npm start` and the command line run, built once and again when a source has changed. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from './embedded/processes.mjs';
import { isLaunched, LOGS, STATE } from './local-state.mjs';
import { ROOT, runToolQuietly, say } from './workspace.mjs';

/** What each build reads, besides the folder of its app. */
const SHARED = ['libs', 'prisma', 'package-lock.json', 'nx.json', 'tsconfig.base.json'];
/** What a build writes, and what a build does not read. */
const NOT_SOURCES = new Set(['dist', 'generated', 'coverage', 'node_modules']);
const START_BUILD_MS = 600_000;

/** Builds the projects, unless their last build read these very sources: Nx would take seconds to see that. */
export async function buildForStart(projects, onStart) {
  const sources = fingerprints(projects);
  if (isBuilt(sources)) return;
  say('Building');
  // Until the build ends, its folders are incomplete.
  for (const name of projects) rmSync(stampOf(name), { force: true });
  await build(sources, ['run-many', '-t', 'build', '-p', projects.join(',')], onStart);
}

/** Builds the CLI. Two builds at a time would write the same files, so the build of an `npm start` is waited for. */
export async function buildOps() {
  if (!existsSync(stampOf('ops')) && isLaunched()) {
    say('Waiting until npm start has built');
    await waitFor(() => existsSync(stampOf('ops')) || !isLaunched(), {
      timeoutMs: START_BUILD_MS,
      describe: () => 'npm start is still building: try again when it says what comes next',
    });
  }
  const sources = fingerprints(['ops']);
  if (!isBuilt(sources)) await build(sources, ['run', 'ops:build']);
}

async function build(sources, args, onStart) {
  mkdirSync(LOGS, { recursive: true });
  await runToolQuietly('nx', [...args, '--output-style=static'], join(LOGS, 'build.log'), { onStart });
  for (const [name, fingerprint] of sources) writeFileSync(stampOf(name), fingerprint);
}

function isBuilt(sources) {
  return sources.every(([name, fingerprint]) => {
    const stamp = stampOf(name);
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint && existsSync(join(ROOT, 'apps', name, 'dist'));
  });
}

/** The fingerprint of the sources from which a project was last built. */
function stampOf(name) {
  return join(STATE, `${name}.built`);
}

/** Pairs of a project's name and its sources' fingerprint. */
function fingerprints(projects) {
  const shared = fingerprintOf(SHARED);
  return projects.map((name) => [name, `${shared} ${fingerprintOf([join('apps', name)])}`]);
}

/** Names, sizes and times of all files: one that was removed or renamed changes it, too. */
function fingerprintOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) add(path);
  return hash.digest('hex');

  function add(path) {
    const found = lstatSync(join(ROOT, path));
    if (!found.isDirectory()) return hash.update(`${path} ${found.size} ${found.mtimeMs}\n`);
    for (const name of readdirSync(join(ROOT, path)).sort()) if (!NOT_SOURCES.has(name)) add(join(path, name));
  }
}
