/** PostgreSQL's settings by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * What no session does for long, whoever left it in the middle: a client whose machine vanished is noticed within ten seconds
 * instead of the system's two hours, one that fell asleep inside a transaction loses it and the locks that it held, and who waits
 * for somebody's lock is told.
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
 * For sessions whose every statement is served by an index, whatever its parameters. The planner thinks otherwise while it still
 * believes a table to be empty, and a prepared statement keeps such a plan: a look-up then reads the whole table, slower with
 * each row, until autovacuum comes by.
 */
export const BY_INDEX: SessionSettings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };

/**
 * Named statements are planned once, not at each call: planning the joins of a page costs more than running them (holders: twice
 * the rate without).
 */
export const REUSED_PLANS: SessionSettings = { plan_cache_mode: 'force_generic_plan' };

/** The database's address with settings for each session, after those that it names already. */
export function withSettings(databaseUrl: string, settings: SessionSettings): string {
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  if (added.length === 0) return databaseUrl;
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', [...(given === null ? [] : [given]), ...added].join(' '));
  return url.href;
}
