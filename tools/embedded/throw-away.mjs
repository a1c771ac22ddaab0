/** Servers with the lifetime of their launcher, however it ends, in a folder in memory or under the temporary folder. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endWithUs } from './end-with-us.mjs';
import { startNats, stopStaleNats } from './nats.mjs';
import { startPostgres, stopStalePostgres } from './postgres.mjs';
import { isAlive } from './processes.mjs';

const PREFIX = 'foretell-throw-away-';
/** Files in memory, if the system has them. */
const MEMORY = '/dev/shm';
/** More than all tests store there at a time; some containers have only a few megabytes. */
const MEMORY_BYTES_MIN = 4 * 1024 ** 3;

/**
 * Starts PostgreSQL and, if `nats` is true, NATS. First removes the folders of killed launchers.
 * PostgreSQL does not wait for the disk unless `durable` is true, which a bench of commits needs.
 * @returns {Promise<{ folder: string, databaseUrl: string, natsUrl?: string, pids: { postgres: number, nats?: number }, stop():
 * Promise<void> }>} stop removes everything
 */
export async function startThrowAwayServers({ nats, durable = false }) {
  await sweep();
  const folder = mkdtempSync(join(durable ? tmpdir() : quickestPlace(), PREFIX));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'launcher.pid'), String(process.pid));
  const running = [];
  const stop = async () => {
    await Promise.all(running.splice(0).map(({ server, hasEnded }) => server.stop().then(hasEnded)));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const starts = [
      {
        start: startPostgres({
          folder: join(folder, 'postgres'),
          logFile: join(folder, 'postgres.log'),
          purpose: durable ? 'production' : 'throw-away',
          maxConnections: 400,
        }),
        // On this signal it ends its own processes and frees its shared memory.
        signal: 'SIGQUIT',
      },
      ...(nats
        ? [{ start: startNats({ folder: join(folder, 'nats'), logFile: join(folder, 'nats.log') }), signal: 'SIGKILL' }]
        : []),
    ].map(async ({ start, signal }) => {
      const server = await start;
      running.push({ server, hasEnded: endWithUs(server.pid, signal) });
      return server;
    });
    const outcomes = await Promise.allSettled(starts);
    const failure = outcomes.find(({ status }) => status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    const [postgres, natsServer] = outcomes.map(({ value }) => value);
    return {
      folder,
      databaseUrl: postgres.url,
      natsUrl: natsServer?.url,
      pids: { postgres: postgres.pid, nats: natsServer?.pid },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs `work(databaseUrl)` against a fresh PostgreSQL, which always ends afterwards. */
export async function withScratchServer(work) {
  const { databaseUrl, stop } = await startThrowAwayServers({ nats: false });
  try {
    return await work(databaseUrl);
  } finally {
    await stop();
  }
}

/** A database per spec file is a thousand files: a second on some disks, a tenth of that in memory. */
function quickestPlace() {
  return freeBytes(MEMORY) < MEMORY_BYTES_MIN ? tmpdir() : MEMORY;
}

function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Stops the servers of dead launchers, and removes their folders. */
async function sweep() {
  const places = [tmpdir(), ...(existsSync(MEMORY) ? [MEMORY] : [])];
  const folders = places.flatMap((place) => readdirSync(place).map((name) => join(place, name)));
  for (const folder of folders.filter((path) => basename(path).startsWith(PREFIX))) {
    try {
      if (isAlive(Number(readFileSync(join(folder, 'launcher.pid'), 'utf8')))) continue;
      await stopStalePostgres(join(folder, 'postgres', 'data'));
      await stopStaleNats(join(folder, 'nats'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's folder, or one being created or removed by its launcher.
    }
  }
}
