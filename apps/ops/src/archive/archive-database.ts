import type { Client } from 'pg';

const INT8 = 20;

/**
 * A session as the owner of the tables, whose statements take as long as they take. BIGINT is read as a number, or refused. The
 * library is loaded only now: help and faults come at once.
 */
export async function openDatabase(url: string): Promise<Client> {
  const { Client: PgClient, types } = await import('pg');
  const plainParser = (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) => {
    const parse = types.getTypeParser(oid, format) as (text: string) => unknown;
    return parse;
  };
  const client = new PgClient({
    connectionString: url,
    application_name: 'foretell ops archive',
    statement_timeout: 0,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? wholeNumber : plainParser(oid, format)),
    },
  });
  // A connection that breaks rejects the statement under way; without this it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`);
  return value;
}
