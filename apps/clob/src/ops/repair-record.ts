import { parseArgs } from 'node:util';
import { BY_INDEX, createPool, isOfValues, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { TaskRefusal } from '@foretell/platform-server';
import { raiseEpoch } from '../engine/epoch.query';
import type { CommitRows } from '../engine/journal/batch';
import { decodeChanges } from '../engine/journal/changes.codec';
import { readHead } from '../engine/journal/head.query';
import { RecordPartitions } from '../engine/journal/record-partitions';
import { WRITER_LOCK } from '../engine/lease';
import { isError } from '../engine/passing-error';
import { RecordTables } from '../engine/projector/record.query';
import { CommitRange } from '../engine/projector/commit-range';
import { readChanges } from '../engine/projector/journal-changes.query';
import { AUDIT_REPAIR, TRY_WRITER_LOCK } from './repair-record.query';

/** The argument with which this program repairs the record and exits. */
export const REPAIR = 'repair-record';

export interface RepairRequest {
  /** Without it, a dry run. */
  readonly apply: boolean;
  readonly actor: string;
  readonly reference: string;
}

/** A row that PostgreSQL refuses, and why. */
export interface LeftOut {
  readonly commitNumber: number;
  readonly kind: keyof Spare;
  readonly row: unknown;
  readonly reason: string;
}

export interface Repair {
  readonly applied: boolean;
  /** The unprojected commits: after the first number, up to the second. */
  readonly after: number;
  readonly upTo: number;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Rows that recovery does not read: the state hash stays valid without them. Ledger entries are none of these, although recovery
 * does not read them either: without its entry, a reference would move money again.
 */
type Spare = Pick<CommitRows, 'listings' | 'points' | 'trades'>;
const SPARE = ['listings', 'points', 'trades'] as const satisfies readonly (keyof Spare)[];

/** Throws when an argument is missing. */
export function repairRequestOf(words: readonly string[]): RepairRequest {
  const options = {
    actor: { type: 'string' },
    reference: { type: 'string' },
    apply: { type: 'boolean', default: false },
  } as const;
  const { actor, reference, apply } = parseArgs({ args: [...words], options }).values;
  if (!actor || !reference) throw new TaskRefusal(`${REPAIR} needs --actor NAME and --reference TICKET: the audit stores them`);
  return { apply, actor, reference };
}

/**
 * Projects the unprojected commits of the journal one by one, and writes rows that PostgreSQL refuses to the audit instead. For
 * use when a commit cannot be projected, so that no process can take over. Only while no process has the lease. When a refused
 * row is part of the state, throws and changes nothing: restore the record from its backup.
 */
export async function repairRecord(databaseUrl: string, request: RepairRequest): Promise<Repair> {
  const options = { url: databaseUrl, applicationName: 'foretell-clob-repair', poolMax: 2, statementTimeoutSeconds: 0 };
  const pool = createPool({ ...options, settings: BY_INDEX }, () => undefined);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await requireNoWriter(client);
    const repair = await new RecordRepair(client, await raiseEpoch(client), pool).repair();
    if (request.apply) await audit(client, request, repair);
    await client.query(request.apply ? 'COMMIT' : 'ROLLBACK');
    return { ...repair, applied: request.apply };
  } finally {
    client.release(true);
    await pool.end();
  }
}

async function requireNoWriter(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>({ ...TRY_WRITER_LOCK, values: [WRITER_LOCK] });
  if (rows[0]?.free !== true) throw new TaskRefusal('a process holds the lease: stop every process of clob first');
}

/** One entry for each omitted row, with its content. */
async function audit(
  client: PoolClient,
  { actor, reference }: RepairRequest,
  { leftOut }: Pick<Repair, 'leftOut'>,
): Promise<void> {
  for (const each of leftOut)
    await client.query({ ...AUDIT_REPAIR, values: [actor, reference, `ops.clob.${REPAIR}`, JSON.stringify(each)] });
}

class RecordRepair {
  private readonly leftOut: LeftOut[] = [];

  private readonly partitions: RecordPartitions;

  /**
   * @param client within the transaction that holds the epoch
   * @param pool for partitions, which are created outside that transaction
   */
  constructor(
    private readonly client: PoolClient,
    private readonly epoch: number,
    private readonly pool: Pool,
  ) {
    this.partitions = new RecordPartitions(pool);
  }

  async repair(): Promise<Omit<Repair, 'applied'>> {
    const { commitNumber: after } = await readHead(this.client, 'recorder');
    const { commitNumber: upTo } = await readHead(this.client, 'journal_head');
    for (let at = after; at < upTo;) {
      const changes = await readChanges(this.client, at);
      for (const { commitNumber, bytes } of changes) {
        if (commitNumber !== at + 1) throw new Error(`the journal has no rows of commit ${at + 1}`);
        await this.commit(decodeChanges(bytes));
        at = commitNumber;
      }
      if (changes.length === 0) throw new Error(`the journal has no rows of commit ${at + 1}`);
    }
    return { after, upTo, leftOut: this.leftOut };
  }

  private async commit(rows: CommitRows): Promise<void> {
    await this.partitions.reach(rows.head);
    let kept: CommitRows = { ...rows, listings: [], points: [], trades: [] };
    const refusal = (await this.tried(rows)) === null ? null : await this.tried(kept);
    if (refusal !== null)
      throw new TaskRefusal(
        `commit ${rows.head.commitNumber} cannot be fixed: its markets, balances, orders or ledger entries are refused (${refusal.message}); nothing was changed`,
      );
    for (const kind of SPARE) kept = await this.withThose(kept, kind, rows[kind]);
    await this.write(kept);
  }

  /** With the rows that PostgreSQL accepts, found by bisection. */
  private async withThose(kept: CommitRows, kind: keyof Spare, rows: readonly unknown[]): Promise<CommitRows> {
    if (rows.length === 0) return kept;
    const more = { ...kept, [kind]: [...kept[kind], ...rows] };
    const refusal = await this.tried(more);
    if (refusal === null) return more;
    if (rows.length === 1) {
      this.leftOut.push({ commitNumber: kept.head.commitNumber, kind, row: rows[0], reason: refusal.message });
      return kept;
    }
    const half = Math.ceil(rows.length / 2);
    return this.withThose(await this.withThose(kept, kind, rows.slice(0, half)), kind, rows.slice(half));
  }

  /** PostgreSQL's error for the values of these rows; null when it accepts them. Changes nothing. */
  private async tried(rows: CommitRows): Promise<Error | null> {
    await this.client.query('SAVEPOINT tried');
    try {
      await this.write(rows);
      return null;
    } catch (error) {
      if (isError(error) && isOfValues(error)) return error;
      throw error;
    } finally {
      await this.client.query('ROLLBACK TO SAVEPOINT tried');
    }
  }

  private async write(rows: CommitRows): Promise<void> {
    const commitRange = new CommitRange();
    commitRange.add(rows);
    await new RecordTables(this.pool, this.epoch).recordWithin(this.client, rows.head.commitNumber - 1, commitRange);
  }
}
