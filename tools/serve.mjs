/**
 * `node tools/serve.mjs NAME` runs a built app; this is the `serve` target of nx. Under `npm start` (FORETELL_RUN_FOLDER is set) the app gets a
 * session of its own, a log file and a pid file, so that the launcher alone decides when it ends; else it shares our terminal.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnDetached } from './embedded/processes.mjs';
import { ROOT } from './workspace.mjs';

const name = process.argv[2];
const folder = process.env.FORETELL_RUN_FOLDER;
const args = ['--enable-source-maps', join('apps', name, 'dist', 'main.js')];
const child = folder === undefined ? attached() : underLauncher();
child.once('error', (error) => {
  process.stderr.write(`${name} could not be started: ${error.message}\n`);
  process.exit(1);
});
child.once('exit', (code, signal) => {
  if (folder !== undefined) rmSync(pidFile(), { force: true });
  process.exit(code ?? (signal === 'SIGTERM' ? 143 : 1));
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'));

function attached() {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
}

function underLauncher() {
  mkdirSync(join(folder, 'pids'), { recursive: true });
  const started = spawnDetached(process.execPath, args, { cwd: ROOT, logFile: join(folder, 'logs', `${name}.log`) }).child;
  writeFileSync(pidFile(), String(started.pid));
  // A detached child does not keep us alive by itself, and we must live to tell nx how it ended.
  started.ref();
  return started;
}

function pidFile() {
  return join(folder, 'pids', `${name}.pid`);
}
