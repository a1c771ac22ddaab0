import { Client } from 'pg';
import { raiseEpoch } from './epoch.query';

/** The advisory lock's key: one writer per database. */
const WRITER_LOCK = 0x666f7265; // "fore"
const RETRY_MILLIS = 500;

/** The right to write, as long as the session that holds it lives. */
export interface Lease {
  readonly epoch: number;
  /** Gives the right back, so that a waiting replica takes over at once. */
  release(): Promise<void>;
}

/**
 * Waits until this process is the single writer. The lease is a session lock of PostgreSQL: it ends with the session, so a
 * killed writer is replaced at once and there is no time to tune. What makes a woken or partitioned old writer harmless is the
 * epoch, which taking the lease raises: see raiseEpoch. `onLost` is called once when the session ends by itself; the process must
 * then stop. Source: docs/decisions/single-writer.md.
 */
export async function acquireLease(url: string, signal: AbortSignal, onLost: (cause: Error) => void): Promise<Lease | null> {
  const client = new Client({ connectionString: url, application_name: 'foretell-clob-lease', keepAlive: true });
  let held = false;
  client.on('error', (cause) => {
    if (held) onLost(cause);
  });
  client.on('end', () => {
    if (held) onLost(new Error('the lease session has ended'));
  });
  await client.connect();
  // A writer whose machine vanished is noticed in about ten seconds instead of the system's two hours.
  await client.query('set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3');
  while (!signal.aborted) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [WRITER_LOCK]);
    if (rows[0]?.locked === true) {
      held = true;
      const epoch = await raiseEpoch(client);
      return {
        epoch,
        release: async () => {
          held = false;
          await client.end();
        },
      };
    }
    await wait(RETRY_MILLIS, signal);
  }
  await client.end();
  return null;
}

function wait(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, millis);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
