import { watchGauge } from './watched-gauge';

/** What a pool of pg tells of itself. */
interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Database connections in use and idle, and queries that wait for one, by the pool's name. */
export function watchPools(pools: Readonly<Record<string, CountedPool>>): void {
  const connections = { name: 'foretell_database_connections', help: 'Database connections, by pool and state.' };
  const waiting = { name: 'foretell_database_waiting', help: 'Queries that wait for a connection, by pool.' };
  for (const [name, pool] of Object.entries(pools)) {
    watchGauge({ ...connections, labels: { pool: name, state: 'busy' } }, () => pool.totalCount - pool.idleCount);
    watchGauge({ ...connections, labels: { pool: name, state: 'idle' } }, () => pool.idleCount);
    watchGauge({ ...waiting, labels: { pool: name } }, () => pool.waitingCount);
  }
}
