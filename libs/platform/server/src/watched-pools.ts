import { watchGauge } from './watched-gauge';

/** The figures that a pool of pg exposes. */
interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** Database connections in use and idle, and queries that wait for one, by the pool's name. */
export function watchPools(pools: Readonly<Record<string, CountedPool>>): void {
  const connections = { name: 'foretell_database_connections', help: 'Database connections, by pool and state.' };
  const waiting = { name: 'foretell_database_waiting', help: 'Queries that wait for a connection, by pool.' };
  const seen = new Set<CountedPool>();
  for (const [name, pool] of Object.entries(pools)) {
    // In a service without reserved connections, both names refer to one pool.
    if (seen.has(pool)) continue;
    seen.add(pool);
    watchGauge({ ...connections, labels: { pool: name, state: 'busy' } }, () => pool.totalCount - pool.idleCount);
    watchGauge({ ...connections, labels: { pool: name, state: 'idle' } }, () => pool.idleCount);
    watchGauge({ ...waiting, labels: { pool: name } }, () => waitingIn(pool));
  }
}

/**
 * Excludes queries with a connection available or still to be opened: they only wait for their turn, as those of the scrape
 * itself do.
 */
function waitingIn({ waitingCount, idleCount, totalCount, options }: CountedPool): number {
  return Math.max(0, waitingCount - idleCount - (options.max - totalCount));
}
