/** How what is shown stands to what is so: asked for the first time, kept true, or cut off and maybe old. */
export type Connection = 'connecting' | 'live' | 'cut';

/** Of what is asked for again and again: cut as soon as the last attempt failed. */
export function connectionOf({ data, error }: { readonly data: unknown; readonly error: unknown }): Connection {
  if (error !== null) return 'cut';
  return data === undefined ? 'connecting' : 'live';
}

/** Of what several sources keep true together: cut as soon as one of them is, live when all are. */
export function worstOf(connections: readonly Connection[]): Connection {
  if (connections.includes('cut')) return 'cut';
  return connections.includes('connecting') ? 'connecting' : 'live';
}

/** Whether what is shown has to look old: it was known once, and nobody says any more whether it is so. */
export function isOld(connection: Connection, shown: unknown): boolean {
  return connection === 'cut' && shown !== undefined && shown !== null;
}
