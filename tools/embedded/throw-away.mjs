/** Servers that live as long as their launcher, in a folder under the temporary folder. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, stopStaleNats } from './nats.mjs';
import { startPostgres, stopStalePostgres } from './postgres.mjs';
import { isAlive } from './processes.mjs';

const PREFIX = 'foretell-throw-away-';

/**
 * Starts PostgreSQL and, when `nats` is true, NATS. What killed launchers left behind is cleared away first.
 * PostgreSQL does not wait for the disk unless `durable` is true: then it is what a bench of commits has to measure.
 * @returns {Promise<{ folder: string, databaseUrl: string, natsUrl?: string, pids: { postgres: number, nats?: number }, stop():
 * Promise<void> }>} stop leaves nothing behind
 */
export async function startThrowAwayServers({ nats, durable = false }) {
  await sweep();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'launcher.pid'), String(process.pid));
  const running = [];
  const stop = async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const starts = [
      startPostgres({
        folder: join(folder, 'postgres'),
        logFile: join(folder, 'postgres.log'),
        purpose: durable ? 'production' : 'throw-away',
        maxConnections: 400,
      }),
      ...(nats ? [startNats({ folder: join(folder, 'nats'), logFile: join(folder, 'nats.log') })] : []),
    ].map(async (start) => {
      const server = await start;
      running.push(server);
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

/** Stops the servers of launchers that are gone, and removes their folders. */
async function sweep() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
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
