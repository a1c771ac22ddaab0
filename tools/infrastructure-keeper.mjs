/**
 * Runs the servers of a local system: see infrastructure.mjs. Its argument is the owning process. When that is gone, or on a
 * signal, the services end first, so that they can finish their work; then NATS, then PostgreSQL.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, stopProcess } from './embedded/processes.mjs';
import { aliveApps, publishRun, releaseKeeping, stopApps, takeKeeping } from './local-state.mjs';
import { startLocalServers } from './local-servers.mjs';
import { say } from './workspace.mjs';

const WATCH_MS = 250;
const SERVER_END_MS = 10_000;

const owner = Number(process.argv[2]);
let isWanted = true;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isWanted = false));

await takeKeeping(owner);
const servers = [];
try {
  publishRun({ owner, ...(await startLocalServers(servers)) });
  await whileWanted();
} catch (error) {
  publishRun({ owner, fault: error.message });
  process.exitCode = 1;
}
// A service that its supervisor is just starting is not registered yet.
do await stopApps();
while (aliveApps().length > 0);
for (const name of ['nats', 'postgres']) await stop(servers.find((server) => server.name === name));
if (process.exitCode !== 1) releaseKeeping();
process.exit();

async function whileWanted() {
  while (isWanted && isAlive(owner)) {
    await delay(WATCH_MS);
    const gone = servers.find(({ pid }) => !isAlive(pid));
    if (gone !== undefined && isWanted) throw new Error(`${gone.name} ended unexpectedly: see its log in .foretell/logs`);
  }
  say(isWanted ? `Process ${owner}, the owner of this run, is gone: stopping` : 'Stopping');
}

async function stop(server) {
  if (server !== undefined) await stopProcess(server.pid, { signal: server.stopSignal, timeoutMs: SERVER_END_MS });
}
