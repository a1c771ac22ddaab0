import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { INT8_AS_NUMBER } from './int8';
import { DEADLINES, withSettings, type SessionSettings } from './session-settings';

/** A service's database connection settings. */
export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections. */
  readonly poolMax: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** The server cancels a statement that runs longer. Default 15. */
  readonly statementTimeoutSeconds?: number;
  /**
   * Gives up a statement without a response after this time, because the server may be gone. Default: five seconds more than the
   * server's own limit; none when the server has none. COPY has none: see copyRows.
   */
  readonly answerTimeoutSeconds?: number;
  /**
   * Connections reserved for a service's essential work: keys, links, bans, heartbeats. Public reads, however many, then wait
   * only for each other. Without it the pool serves these as well.
   */
  readonly vitalMax?: number;
  /** Settings of every session, besides DEADLINES. */
  readonly settings?: SessionSettings;
}

const DEFAULT_STATEMENT_TIMEOUT_SECONDS = 15;
const ANSWER_AFTER_STATEMENT_SECONDS = 5;
const CONNECT_TIMEOUT_MS = 5000;
/** Idle time after which TCP keepalive probes a connection. */
const KEEPALIVE_MS = 4000;

/**
 * A pool that reads BIGINT as safe numbers and survives lost connections: `onError` receives each connection error, idle or in
 * use. The pool replaces the connection, and its pending query is rejected. The caller ends the pool.
 */
export function createPool(options: DatabaseOptions, onError: (error: Error) => void): Pool {
  const { statementTimeoutSeconds: statement = DEFAULT_STATEMENT_TIMEOUT_SECONDS } = options;
  const answer = options.answerTimeoutSeconds ?? (statement === 0 ? 0 : statement + ANSWER_AFTER_STATEMENT_SECONDS);
  const pool = new Pool({
    connectionString: withSettings(options.url, { ...DEADLINES, ...options.settings }),
    max: options.poolMax,
    application_name: options.applicationName,
    statement_timeout: statement * 1000,
    query_timeout: answer * 1000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    types: INT8_AS_NUMBER,
  });
  pool.on('error', onError);
  // The pool listens to idle connections only; without this an error on a connection in use would end the process.
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** The pending query is rejected with the same error, so it is not lost. */
function ignore(): void {
  return undefined;
}

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects (the rejection is passed on). A
 * connection that could not roll back is destroyed, never returned to the pool. When the commit itself rejects, the outcome is
 * unknown to the caller.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    client.release(!(await rolledBack(client)));
    throw error;
  }
}

/** Runs reads in one transaction with a single snapshot of the database; see inTransaction. */
export function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return work(client);
  });
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
