/**
 * One set of throw-away servers for all tests run from this checkout at a time. A test run takes a lease: the first starts a
 * keeper, the others find it. The keeper stops the servers when the last lease, and the last nx run that had one, are gone. A
 * lease is an open connection, so a killed process also releases it.
 */
import { createHash } from 'node:crypto';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawnDetached, tail } from '../embedded/processes.mjs';
import { ROOT } from '../migrate/engine.mjs';

const KEEPER = fileURLToPath(new URL('keeper.mjs', import.meta.url));
const GETTING_READY_MS = 120_000;
const RETRY_MS = 100;

const ID = createHash('sha256').update(ROOT).digest('hex').slice(0, 12);
const KEEPER_LOG = join(tmpdir(), `foretell-tests-${ID}.log`);
/** The address on which this checkout's keeper listens. */
export const MEETING_PLACE =
  process.platform === 'win32' ? `\\\\.\\pipe\\foretell-tests-${ID}` : join(tmpdir(), `foretell-tests-${ID}.sock`);

/**
 * @returns {Promise<{ variables: Record<string, string>, release(): void }>} variables: the servers' addresses, for the
 * environment
 */
export async function leaseServers() {
  const deadline = Date.now() + GETTING_READY_MS;
  let keeper;
  for (;;) {
    const lease = await askKeeper(deadline - Date.now());
    if (lease !== undefined) return lease;
    if (Date.now() > deadline) throw new Error(`No test servers in ${GETTING_READY_MS / 1000} s:\n${tail(KEEPER_LOG)}`);
    // A keeper exits when it loses the race for the address, or finds an older one ending. Then it is our turn again.
    if (keeper === undefined || keeper.exitCode !== null) keeper = startKeeper();
    await delay(RETRY_MS);
  }
}

function startKeeper() {
  return spawnDetached(process.execPath, [KEEPER], { cwd: ROOT, logFile: KEEPER_LOG }).child;
}

/** @returns the lease, or undefined when there is no keeper or it ends before it responds */
function askKeeper(timeoutMs) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(MEETING_PLACE);
    let text = '';
    const late = setTimeout(() => socket.destroy(), timeoutMs);
    socket.setEncoding('utf8');
    socket.once('connect', () => socket.write(`${JSON.stringify({ run: runOfNx() })}\n`));
    socket.on('data', (piece) => {
      text += piece;
      if (!text.includes('\n')) return;
      clearTimeout(late);
      const { variables, fault } = JSON.parse(text);
      if (fault !== undefined) return reject(new Error(fault));
      // The lease alone must not keep its process alive.
      socket.unref();
      resolve({ variables, release: () => socket.destroy() });
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(late);
      resolve(undefined);
    });
  });
}

/** The process of the complete `nx run-many`: between two of its projects there may be no lease. */
function runOfNx() {
  const pid = Number(process.env.NX_INVOCATION_ROOT_PID);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
}
