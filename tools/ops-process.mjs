/** Runs the operator's CLI against the running start. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from './embedded/processes.mjs';
import { isLaunched, runEnvironment, STATE } from './local-state.mjs';
import { ROOT, runToolQuietly, say } from './workspace.mjs';

const MAIN = join(ROOT, 'apps', 'ops', 'dist', 'main.js');
const STAMP = join(STATE, 'ops.built');
const SOURCES = ['apps/ops/src', 'libs', 'prisma'].map((folder) => join(ROOT, folder));
/** What a build writes, and what a build does not read. */
const NOT_SOURCES = new Set(['dist', 'generated', 'coverage', 'node_modules']);
const START_BUILD_MS = 600_000;

/** Says that a build of the CLI has begun: what stands in its folders is incomplete until `markBuilt`. */
export function markBuilding() {
  rmSync(STAMP, { force: true });
}

export function markBuilt() {
  mkdirSync(STATE, { recursive: true });
  writeFileSync(STAMP, '');
}

/**
 * Builds the CLI when a source is newer than the last build. Two builds at a time would replace each other's folders, so the
 * build of an `npm start` is waited for.
 */
export async function buildOps() {
  if (!existsSync(STAMP) && isLaunched()) {
    say('Waiting until npm start has built');
    await waitFor(() => existsSync(STAMP) || !isLaunched(), {
      timeoutMs: START_BUILD_MS,
      describe: () => 'npm start is still building: try again when it says what comes next',
    });
  }
  if (existsSync(MAIN) && existsSync(STAMP) && newest(SOURCES) < statSync(STAMP).mtimeMs) return;
  mkdirSync(join(STATE, 'logs'), { recursive: true });
  await runToolQuietly('nx', ['run', 'ops:build', '--output-style=static'], join(STATE, 'logs', 'build.log'));
  markBuilt();
}

/**
 * @returns the CLI's exit code. `stdio` is where it prints. Variables of the environment take precedence over those of the
 * running start.
 */
export function runOps(args, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    const env = { ...runEnvironment(), ...process.env };
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: ROOT, env, stdio });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function newest(folders) {
  let latest = 0;
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (NOT_SOURCES.has(entry.name)) continue;
      const path = join(folder, entry.name);
      latest = Math.max(latest, entry.isDirectory() ? newest([path]) : statSync(path).mtimeMs);
    }
  }
  return latest;
}
