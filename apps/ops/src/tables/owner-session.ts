import type { Client } from 'pg';
import { UsageError } from '../failure';

const INT8 = 20;

/**
 * A session as the owner of the tables, without a statement timeout. BIGINT is read as a number, or throws. Loads the library
 * only now, so that help and usage errors are immediate.
 */
export async function openDatabase(url: string, purpose: string): Promise<Client> {
  const { Client: PgClient, types } = await import('pg');
  const plainParser = (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) => {
    const parse = types.getTypeParser(oid, format) as (text: string) => unknown;
    return parse;
  };
  const client = new PgClient({
    connectionString: url,
    application_name: `foretell ops ${purpose}`,
    statement_timeout: 0,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? wholeNumber : plainParser(oid, format)),
    },
  });
  // A broken connection rejects the running statement; without this listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`);
  return value;
}

/** Runs work in such a session and closes it. PostgreSQL shows the purpose as the session's name. */
export async function asOwner<T>(databaseUrl: string | null, purpose: string, work: (client: Client) => Promise<T>): Promise<T> {
  if (databaseUrl === null) throw new UsageError('DATABASE_URL must name the database, as the role that owns its tables');
  const client = await openDatabase(databaseUrl, purpose);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
