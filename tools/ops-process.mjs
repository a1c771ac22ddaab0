/** Runs the operator's CLI against the running start. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runEnvironment, STATE } from './local-state.mjs';
import { ROOT, runToolQuietly } from './workspace.mjs';

const MAIN = join(ROOT, 'apps', 'ops', 'dist', 'main.js');
const STAMP = join(STATE, 'ops.built');

/** Marks the CLI as built now. */
export function markOpsBuilt() {
  mkdirSync(STATE, { recursive: true });
  writeFileSync(STAMP, '');
}

/** Builds the CLI when a source is newer than the last build. */
export async function buildOps() {
  if (
    existsSync(MAIN) &&
    existsSync(STAMP) &&
    newest([join(ROOT, 'apps', 'ops', 'src'), join(ROOT, 'libs')]) < statSync(STAMP).mtimeMs
  )
    return;
  mkdirSync(join(STATE, 'logs'), { recursive: true });
  await runToolQuietly('nx', ['run', 'ops:build', '--output-style=static'], join(STATE, 'logs', 'build.log'));
  markOpsBuilt();
}

/** @returns the CLI's exit code. `stdio` is where it prints. The environment takes precedence over the running start's. */
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
      if (entry.name === 'dist' || entry.name === 'node_modules') continue;
      const path = join(folder, entry.name);
      latest = Math.max(latest, entry.isDirectory() ? newest([path]) : statSync(path).mtimeMs);
    }
  }
  return latest;
}
