import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { DeadLetters, type EventPlace, type RefusedEvents } from '@foretell/platform-nats';
import { inTransaction, Partitions, type Pool } from '@foretell/platform-prisma';
import {
  adoptLineage,
  holdLiveGeneration,
  liveGeneration,
  moveCheckpoint,
  readCheckpoint,
  type Checkpoint,
  type Counters,
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
import { tradingWrites, type Write } from './rows.query';

/** The target of a batch: its generation, the checkpoint before it and the checkpoint after it. */
export interface Move {
  readonly generation: number;
  /** Whether the generation must be live when the batch is written. */
  readonly isLive: boolean;
  readonly from: EventPlace;
  readonly to: number;
  readonly counters: Counters;
}

/** A reduced batch, ready to be sent. */
export interface PreparedBatch {
  /** Writes all rows and the checkpoint, or nothing. Throws when the checkpoint is not where the batch begins. */
  write(move: Move): Promise<void>;
}

/** The database operations of the trading event applier. Small, so that a simulated store can implement it. */
export interface ProjectionStore {
  liveGeneration(): Promise<number>;
  checkpoint(generation: number): Promise<Checkpoint>;
  walletNumbers(generation: number, addresses: readonly string[]): Promise<readonly WalletNumber[]>;
  conditions(generation: number, conditionIds: readonly string[]): Promise<readonly Condition[]>;
  positions(generation: number, places: readonly PositionPlace[]): Promise<readonly Position[]>;
  /** The positions whose wallet has traded the other outcome. */
  traded(generation: number, places: readonly PositionPlace[]): Promise<readonly Holder[]>;
  /** Totals of every requested wallet. */
  totals(generation: number, wallets: readonly number[]): Promise<readonly TotalsOfWallet[]>;
  prepare(generation: number, rows: TradingRows): Promise<PreparedBatch>;
  /** Dead-letters events that cannot be applied, and moves the checkpoint past them. */
  deadLetter(generation: number | undefined, refused: RefusedEvents, lineage: string | null): Promise<void>;
  /** Sets the lineage of everything applied from here on. Throws when the checkpoint or its lineage has moved. */
  adopt(generation: number, from: EventPlace, lineage: string): Promise<void>;
}

/** The tables of the data service. */
export function databaseStore(pool: Pool): ProjectionStore {
  const partitions = new Partitions(pool, { schema: 'data', tables: ['activity'] });
  const deadLetters = new DeadLetters('data');
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
      // Between two writes the event loop receives the result of the previous batch's statement and sends its next one.
      for (const write of tradingWrites(generation, rows)) {
        writes.push(write);
        await yieldToEventLoop();
      }
      return { write: (move) => writeAll(pool, partitions, writes, move) };
    },
    adopt: (generation, from, lineage) => adoptLineage(pool, generation, 'clob', from, lineage),
    deadLetter: (fixed, refused, lineage) =>
      inTransaction(pool, async (client) => {
        const { firstSequence, lastSequence: sequence } = refused;
        const generation = fixed ?? (await holdLiveGeneration(client));
        const { at, wallets, conditions } = await readCheckpoint(client, generation, 'clob');
        const from = { sequence: firstSequence - 1, lineage };
        await moveCheckpoint(client, generation, 'clob', from, { sequence, at, wallets, conditions });
        await deadLetters.put(client, refused, generation);
      }),
  };
}

async function writeAll(pool: Pool, partitions: Partitions, writes: readonly Write[], move: Move): Promise<void> {
  const { generation, isLive, from, to: sequence, counters } = move;
  await partitions.reach(sequence);
  await inTransaction(pool, async (client) => {
    const target = isLive ? await holdLiveGeneration(client) : generation;
    if (target !== generation) throw new Error(`generation ${target} replaced ${generation} while events were read for it`);
    await moveCheckpoint(client, target, 'clob', from, { sequence, ...counters });
    for (const write of writes) await write(client);
  });
}
