/**
 * The nx target `infrastructure`: PostgreSQL and NATS for the services on this machine, migrated, with a role for each service. A
 * keeper outside nx's process tree runs the servers. Nx ends a process tree leaves first, so otherwise it would stop them while
 * services drain.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, stopProcess, tail, waitFor } from './embedded/processes.mjs';
import { KEEPER_LOG, LOGS, publishedRun, runningKeeper, runOwner, startKeeper } from './local-state.mjs';
import { say } from './workspace.mjs';

const START_MS = 120_000;
const END_MS = 60_000;
const WATCH_MS = 250;

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isEnding = true));

const found = runningKeeper();
const keeper = found?.pid ?? startKeeper(runOwner());
const run = await waitFor(() => (isAlive(keeper) ? isEnding || publishedRun() : (publishedRun() ?? {})), {
  timeoutMs: START_MS,
  describe: () => `The servers did not get ready in ${START_MS / 1000} s:\n${tail(KEEPER_LOG)}`,
});
if (run.fault !== undefined || (!isAlive(keeper) && !isEnding)) {
  process.stderr.write(`${run.fault ?? `The servers ended at once:\n${tail(KEEPER_LOG)}`}\n`);
  process.exit(1);
}
if (!isEnding) say(`PostgreSQL and NATS are ready (logs in ${LOGS})`);
while (isAlive(keeper) && !isEnding) await delay(WATCH_MS);
if (isEnding && found === undefined) await stopProcess(keeper, { timeoutMs: END_MS });
process.exit(isEnding ? 0 : 1);
