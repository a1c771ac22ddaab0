/** What a fresh clone needs before nx can run. Imports no packages, because none may be installed yet. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './migrate/closed-pipe.mjs';
import { endWithUs } from './embedded/end-with-us.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHOWN_LINES = 40;
const WINDOWS = process.platform === 'win32';

/** The environment of nx: no daemon that outlives us, no colours in files, no cloud, no plugin processes (1.5 s a run). */
export function nxEnvironment(extra = {}) {
  return { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', NX_ISOLATE_PLUGINS: 'false', ...extra };
}

/** The file that `npx NAME` would run, so that node runs it directly: signals reach the tool, not a shell in between. */
export function toolPath(name) {
  return join(
    ROOT,
    'node_modules',
    { nx: 'nx/dist/bin/nx.js', knip: 'knip/bin/knip.js', jest: 'jest/bin/jest.js', tsc: 'typescript/bin/tsc' }[name],
  );
}

/** Runs a tool with our terminal but without our input, and resolves to its exit code. */
export function runTool(
  name,
  args,
  { env = nxEnvironment(), onStart = () => undefined, stdio = ['ignore', 'inherit', 'inherit'] } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [toolPath(name), ...args], { cwd: ROOT, env, stdio });
    // If we are killed, we cannot forward the signal: the tool would continue without a parent.
    if (child.pid !== undefined) child.once('exit', endWithUs(child.pid, 'SIGTERM'));
    onStart(child);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** Builds projects, all by default; ends our process with the exit code of a build that fails. */
export async function buildProjects(projects = [], options = {}) {
  const selection = projects.length === 0 ? [] : ['-p', projects.join(',')];
  const code = await runTool('nx', ['run-many', '-t', 'build', ...selection, '--output-style=static'], options);
  if (code !== 0) process.exit(code);
}

/** Builds everything, then runs jest with these words: our exit code is its own. */
export async function testBuilt(words, options) {
  installDependencies();
  await buildProjects([], options);
  process.exitCode = await runTool('jest', words);
}

/** Runs a tool with its output in a file; rejects with the file's last lines when the tool fails. */
export async function runToolQuietly(
  name,
  args,
  logFile,
  { env = nxEnvironment(), detached = false, onStart = () => undefined } = {},
) {
  const log = openSync(logFile, 'w');
  try {
    const code = await new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [toolPath(name), ...args], { cwd: ROOT, env, detached, stdio: ['ignore', log, log] });
      onStart(child);
      child.once('error', reject);
      child.once('close', (exitCode) => resolve(exitCode ?? 1));
    });
    if (code !== 0)
      throw new Error(
        `${name} ${args.join(' ')} failed:\n${readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')}`,
      );
  } finally {
    closeSync(log);
  }
}

/** Runs `npm ci`, unless everything in the lock file is installed. */
export function installDependencies() {
  if (isInstalled()) return;
  say('Installing the dependencies (npm ci)');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: WINDOWS,
  });
}

/**
 * Compares versions, not dates: a checkout touches the lock file without changing it. Packages for other platforms may be absent.
 */
function isInstalled() {
  const installedFile = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = readPackages(installedFile);
  const locked = Object.entries(readPackages(join(ROOT, 'package-lock.json')));
  return locked.every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.optional || entry.devOptional || entry.peer) return true;
    return installed[path]?.version === entry.version && installed[path]?.link === entry.link;
  });
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}
