import type { Pool } from '@foretell/platform-prisma';
import type { Numbered } from '../columns/copied-columns';
import type { CommitBatch, RecordHead } from './journal/batch';
import { commitBatch } from './journal/commit.query';
import { readHead } from './journal/head.query';
import { RecordPartitions } from './journal/record-partitions';
import type { RecordedIds } from './known/known-ids';
import { recordedIds } from './known/recorded-ids.query';
import { RecordTables } from './recorder/record.query';
import type { CommitRange } from './recorder/commit-range';
import { readChanges } from './recorder/unrecorded.query';
import { readState, type StateReader } from './recovery.query';

/** What one commit changed, as stored in the journal until it is recorded: see encodeChanges. */
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
  /** Some unrecorded commits after this one, in order; empty when there are none. */
  changesAfter(commitNumber: number): Promise<readonly CommittedChanges[]>;
  /** See readState. */
  readState<Reader extends StateReader>(begin: (head: RecordHead, wallets: Numbered<string>) => Reader): Promise<Reader>;
  readonly ids: RecordedIds;
}

/**
 * @param recorderPool see recorderPool; also used for recovery
 * @param writerPool for commits and used ids
 * @param partitionKeys keys per partition created ahead, if not the default
 */
export function databaseRecord(
  epoch: number,
  recorderPool: Pool,
  writerPool = recorderPool,
  partitionKeys?: number,
): TradingRecord {
  const tables = new RecordTables(recorderPool, epoch);
  const partitions = new RecordPartitions(recorderPool, partitionKeys);
  return {
    async commit(batch) {
      await partitions.reach(batch.rows.head);
      await commitBatch(writerPool, batch);
    },
    async record(from, commitRange) {
      await partitions.reach(commitRange.head);
      await tables.record(from, commitRange);
    },
    head: (of) => readHead(recorderPool, of),
    changesAfter: (commitNumber) => readChanges(recorderPool, commitNumber),
    readState: (begin) => readState(recorderPool, begin),
    ids: recordedIds(writerPool),
  };
}
