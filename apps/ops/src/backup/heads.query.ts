import type { Client } from 'pg';

/** The heads of the three services in the snapshot; null for a service that has not started yet. */
export interface Heads {
  readonly clob: { readonly commitNumber: number; readonly sequence: number; readonly stateHash: string; readonly at: number };
  readonly gamma: { readonly sequence: number };
  /** The last event of each source that the live projections have applied. */
  readonly data: readonly { readonly source: string; readonly sequence: number }[];
}

export async function readHeads(client: Client): Promise<Heads> {
  const { rows: clob } = await client.query<Heads['clob']>(
    `SELECT commit_number AS "commitNumber", sequence, state_hash AS "stateHash", at FROM clob.journal_head`,
  );
  const { rows: gamma } = await client.query<Heads['gamma']>('SELECT sequence FROM gamma.journal_head');
  const { rows: data } = await client.query<Heads['data'][number]>(
    `SELECT c.source, c.sequence FROM data.checkpoints c JOIN data.projection p ON p.generation = c.generation ORDER BY 1`,
  );
  if (clob[0] === undefined || gamma[0] === undefined) throw new Error('a journal has no head: the migrations are not applied');
  return { clob: clob[0], gamma: gamma[0], data };
}
