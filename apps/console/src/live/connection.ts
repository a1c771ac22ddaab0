/** State of displayed data: requested for the first time, kept current, or disconnected and possibly stale. */
export type Connection = 'connecting' | 'live' | 'cut';

/** For data that is polled: cut as soon as the last attempt failed. */
export function connectionOf({ data, error }: { readonly data: unknown; readonly error: unknown }): Connection {
  if (error !== null) return 'cut';
  return data === undefined ? 'connecting' : 'live';
}

/** For data of several sources: cut as soon as one of them is, live when all are. */
export function worstOf(connections: readonly Connection[]): Connection {
  if (connections.includes('cut')) return 'cut';
  return connections.includes('connecting') ? 'connecting' : 'live';
}

/** Whether displayed data must look stale: it was loaded once, and its source is disconnected. */
export function isOld(connection: Connection, shown: unknown): boolean {
  return connection === 'cut' && shown !== undefined && shown !== null;
}
