/** PostgreSQL's settings by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * Session timeouts for abandoned work. A client whose machine vanished is detected within ten seconds, not after the system's two
 * hours. One suspended inside a transaction loses it and its locks. A wait for a lock ends with an error.
 */
export const DEADLINES: SessionSettings = {
  tcp_keepalives_idle: '4',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '10s',
};

/**
 * For sessions whose every statement uses an index, for any parameters. The planner decides otherwise while its statistics show
 * an empty table, and a prepared statement retains that plan. A lookup then scans the entire table, slower with each row, until
 * autovacuum runs.
 */
export const BY_INDEX: SessionSettings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };

/**
 * Named statements are planned once, not at each call: planning the joins of a page costs more than running them (holders: twice
 * the rate without replanning).
 */
export const REUSED_PLANS: SessionSettings = { plan_cache_mode: 'force_generic_plan' };

/** The database's address with settings for each session, appended to those that it has already. */
export function withSettings(databaseUrl: string, settings: SessionSettings): string {
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  if (added.length === 0) return databaseUrl;
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', [...(given === null ? [] : [given]), ...added].join(' '));
  return url.href;
}
