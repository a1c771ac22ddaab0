/** Servers that live as long as their launcher, however that ends, in a folder in memory or under the temporary folder. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endWithUs } from './end-with-us.mjs';
import { startNats, stopStaleNats } from './nats.mjs';
import { startPostgres, stopStalePostgres } from './postgres.mjs';
import { isAlive } from './processes.mjs';

const PREFIX = 'foretell-throw-away-';
/** Files in memory, where there are such. */
const MEMORY = '/dev/shm';
/** More than all tests leave there at a time; a container may have some megabytes only. */
const MEMORY_BYTES_MIN = 4 * 1024 ** 3;

/**
 * Starts PostgreSQL and, when `nats` is true, NATS. The folders that killed launchers left behind are cleared away first.
 * PostgreSQL does not wait for the disk unless `durable` is true: then it is what a bench of commits has to measure.
 * @returns {Promise<{ folder: string, databaseUrl: string, natsUrl?: string, pids: { postgres: number, nats?: number }, stop():
 * Promise<void> }>} stop leaves nothing behind
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
        // It ends its own processes and gives its shared memory back.
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

/** Runs `work(databaseUrl)` against a fresh PostgreSQL, which ends whatever happens. */
export async function withScratchServer(work) {
  const { databaseUrl, stop } = await startThrowAwayServers({ nats: false });
  try {
    return await work(databaseUrl);
  } finally {
    await stop();
  }
}

/** A database for each spec file is a thousand files, which take some disks a second and memory a tenth. */
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

/** Stops the servers of launchers that are gone, and removes their folders. */
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
      // Another user's folder, or one that its launcher is making or removing at this moment.
    }
  }
}
