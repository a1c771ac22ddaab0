import type { Pool } from '@foretell/platform-prisma';
import type { Numbered } from '../columns/copied-columns';
import type { CommitBatch, RecordHead } from './journal/batch';
import { commitBatch } from './journal/commit.query';
import { readHead } from './journal/head.query';
import { RecordPartitions } from './journal/record-partitions';
import type { StoredIds } from './known/known-ids';
import { storedIds } from './known/stored-ids.query';
import { RecordTables } from './projector/record.query';
import type { CommitRange } from './projector/commit-range';
import { readChanges } from './projector/journal-changes.query';
import { readState, type StateReader } from './recovery.query';

/** What one commit changed, as stored in the journal until it is projected: see encodeChanges. */
export interface CommittedChanges {
  readonly commitNumber: number;
  readonly bytes: Buffer;
}

/** The record under one epoch: everything that the writer needs of the database. */
export interface TradingRecord {
  /** See commitBatch. */
  commit(batch: CommitBatch): Promise<void>;
  /** See RecordTables. */
  record(from: number, commitRange: CommitRange): Promise<void>;
  /** Where the journal ends, or how far the tables are written. */
  head(of: 'journal_head' | 'recorder'): Promise<RecordHead>;
  /** Some unprojected commits after this one, in order; empty when there are none. */
  changesAfter(commitNumber: number): Promise<readonly CommittedChanges[]>;
  /** See readState. */
  readState<Reader extends StateReader>(begin: (head: RecordHead, wallets: Numbered<string>) => Reader): Promise<Reader>;
  readonly ids: StoredIds;
}

/**
 * @param projectorPool see projectorPool; also used for recovery
 * @param writerPool for commits and used ids
 * @param partitionKeys keys per partition created ahead, if not the default
 */
export function databaseRecord(
  epoch: number,
  projectorPool: Pool,
  writerPool = projectorPool,
  partitionKeys?: number,
): TradingRecord {
  const tables = new RecordTables(projectorPool, epoch);
  const partitions = new RecordPartitions(projectorPool, partitionKeys);
  return {
    async commit(batch) {
      await partitions.reach(batch.rows.head);
      await commitBatch(writerPool, batch);
    },
    async record(from, commitRange) {
      await partitions.reach(commitRange.head);
      await tables.record(from, commitRange);
    },
    head: (of) => readHead(projectorPool, of),
    changesAfter: (commitNumber) => readChanges(projectorPool, commitNumber),
    readState: (begin) => readState(projectorPool, begin),
    ids: storedIds(writerPool),
  };
}
