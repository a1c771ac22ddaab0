import { setImmediate as nextTurn } from 'node:timers/promises';
import { SetAsideFacts, type RefusedFacts } from '@foretell/platform-nats';
import { inTransaction, Partitions, type Pool } from '@foretell/platform-prisma';
import {
  adoptLineage,
  holdLiveGeneration,
  liveGeneration,
  moveCheckpoint,
  readCheckpoint,
  type Checkpoint,
  type Counters,
  type Place,
} from '../database/generation.query';
import type { Condition } from '../projections/condition';
import type { Position } from '../projections/position';
import type { TradingRows } from '../projections/trading-rows';
import { totalsOfWallets, type TotalsOfWallet } from '../database/wallet-totals.query';
import {
  conditionsOf,
  positionsOf,
  tradedOf,
  walletNumbersOf,
  type Holder,
  type PositionPlace,
  type WalletNumber,
} from './prior-rows.query';
import { tradingWrites, type Write } from './rows.write';

/** Where a batch goes: its generation, the checkpoint that it follows, and the checkpoint after it. */
export interface Move {
  readonly generation: number;
  /** Whether the generation must be the live one when the batch is written. */
  readonly isLive: boolean;
  readonly from: number;
  /** What stands beside the checkpoint that it follows. */
  readonly lineage: string | null;
  readonly to: number;
  readonly counters: Counters;
}

/** A reduced batch that is ready to be sent. */
export interface PreparedBatch {
  /** All of it and the checkpoint, or nothing. Throws when the checkpoint does not stand where the batch begins. */
  write(move: Move): Promise<void>;
}

/** What the applier of trading facts asks of its database, and no more: so small that a simulated one can be it. */
export interface ProjectionStore {
  liveGeneration(): Promise<number>;
  checkpoint(generation: number): Promise<Checkpoint>;
  walletNumbers(generation: number, addresses: readonly string[]): Promise<readonly WalletNumber[]>;
  conditions(generation: number, conditionIds: readonly string[]): Promise<readonly Condition[]>;
  positions(generation: number, places: readonly PositionPlace[]): Promise<readonly Position[]>;
  /** Whose wallets have traded the other outcome. */
  traded(generation: number, places: readonly PositionPlace[]): Promise<readonly Holder[]>;
  /** Of all wallets that are asked for. */
  totals(generation: number, wallets: readonly number[]): Promise<readonly TotalsOfWallet[]>;
  prepare(generation: number, rows: TradingRows): Promise<PreparedBatch>;
  /** Notes facts that cannot be applied, and moves the checkpoint past them. */
  setAside(generation: number | undefined, refused: RefusedFacts, lineage: string | null): Promise<void>;
  /** What is applied from here on is of this lineage. Throws when the checkpoint or its lineage has moved. */
  adopt(generation: number, from: Place, lineage: string): Promise<void>;
}

/** The tables of the data surface. */
export function databaseStore(pool: Pool): ProjectionStore {
  const partitions = new Partitions(pool, { schema: 'data', tables: ['activity'] });
  const aside = new SetAsideFacts('data');
  return {
    liveGeneration: () => liveGeneration(pool),
    checkpoint: (generation) => readCheckpoint(pool, generation, 'clob'),
    walletNumbers: (generation, addresses) => walletNumbersOf(pool, generation, addresses),
    conditions: (generation, conditionIds) => conditionsOf(pool, generation, conditionIds),
    positions: (generation, places) => positionsOf(pool, generation, places),
    traded: (generation, places) => tradedOf(pool, generation, places),
    totals: (generation, wallets) => totalsOfWallets(pool, generation, wallets),
    prepare: async (generation, rows) => {
      const writes: Write[] = [];
      // Between them the answer to a statement of the batch before is heard and its next statement is sent.
      for (const write of tradingWrites(generation, rows)) {
        writes.push(write);
        await nextTurn();
      }
      return { write: (move) => writeAll(pool, partitions, writes, move) };
    },
    adopt: (generation, from, lineage) => adoptLineage(pool, generation, 'clob', from, lineage),
    setAside: (fixed, refused, lineage) =>
      inTransaction(pool, async (client) => {
        const { firstSequence, lastSequence: sequence } = refused;
        const generation = fixed ?? (await holdLiveGeneration(client));
        const { at, wallets, conditions } = await readCheckpoint(client, generation, 'clob');
        const from = { sequence: firstSequence - 1, lineage };
        await moveCheckpoint(client, generation, 'clob', from, { sequence, at, wallets, conditions });
        await aside.put(client, refused, generation);
      }),
  };
}

async function writeAll(pool: Pool, partitions: Partitions, writes: readonly Write[], move: Move): Promise<void> {
  const { generation, isLive, from, lineage, to: sequence, counters } = move;
  await partitions.reach(sequence);
  await inTransaction(pool, async (client) => {
    const target = isLive ? await holdLiveGeneration(client) : generation;
    if (target !== generation)
      throw new Error(`generation ${target} took the place of ${generation} while facts were read for it`);
    await moveCheckpoint(client, target, 'clob', { sequence: from, lineage }, { sequence, ...counters });
    for (const write of writes) await write(client);
  });
}
