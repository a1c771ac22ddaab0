import type { TradingEvent } from '@foretell/contracts';
import type { EventPlace } from '@foretell/platform-nats';
import { checkpointMoved } from '../database/generation.query';
import type { PositionPlace } from '../ingest/prior-rows.query';
import type { Move, ProjectionStore } from '../ingest/projection-store';
import type { Position } from '../projections/position';
import { positionKey } from '../projections/trading-rows';
import { NO_TOTALS } from '../projections/wallet-totals';
import type { Asker, Scheduler } from './scheduler';
import { batchRows, folded, SimulatedTables, type BatchRows } from './simulated-tables';

/** Safety checks that a test disables, to see whether the simulation detects it. */
export interface StoreDuties {
  /** The checkpoint moves only from where the batch begins. */
  readonly checksPlace: boolean;
  /** A batch reduced for the live generation is not written to a generation that is no longer live. */
  readonly holdsLive: boolean;
}
export const ALL_STORE_DUTIES: StoreDuties = { checksPlace: true, holdsLive: true };

/** PostgreSQL as the applier uses it: each transaction takes effect completely, at one moment, or not at all. */
export class SimulatedStore {
  live = 1;
  readonly generations = new Map<number, SimulatedTables>();
  /** The first violated invariant. */
  violation: string | null = null;
  writes = 0;

  constructor(
    private readonly facts: readonly TradingEvent[],
    private readonly scheduler: Scheduler,
    private readonly duties: StoreDuties,
  ) {}

  tables(generation: number): SimulatedTables {
    const tables = this.generations.get(generation) ?? new SimulatedTables();
    this.generations.set(generation, tables);
    return tables;
  }

  /** The store as one process sees it. */
  of(asker: Asker): ProjectionStore {
    const ask = <T>(work: () => T): Promise<T> => this.scheduler.ask(asker, work);
    return {
      liveGeneration: () => ask(() => this.live),
      checkpoint: (generation) => ask(() => this.tables(generation).checkpoint),
      walletNumbers: (generation, addresses) =>
        ask(() =>
          addresses.flatMap((address) => {
            const number = this.tables(generation).wallets.get(address);
            return number === undefined ? [] : [{ address, number }];
          }),
        ),
      conditions: (generation, ids) => ask(() => ids.flatMap((id) => this.tables(generation).conditions.get(id) ?? [])),
      positions: (generation, places) => ask(() => places.flatMap((place) => this.position(generation, place) ?? [])),
      traded: (generation, places) =>
        ask(() =>
          places.filter((place) => (this.position(generation, { ...place, outcome: 1 - place.outcome })?.volumeMicros ?? 0) > 0),
        ),
      totals: (generation, wallets) =>
        ask(() => wallets.map((wallet) => ({ wallet, ...(this.tables(generation).totals.get(wallet) ?? NO_TOTALS) }))),
      prepare: async (_, rows) => {
        const prepared = batchRows(rows);
        return { write: (move) => ask(() => this.write(prepared, move)) };
      },
      deadLetter: () => Promise.reject(new Error('every event can be applied')),
      adopt: (generation, from, lineage) => ask(() => this.adopt(generation, from, lineage)),
    };
  }

  private position(generation: number, { wallet, condition, outcome }: PositionPlace): Position | undefined {
    return this.tables(generation).positions.get(positionKey(wallet, condition, outcome));
  }

  private adopt(generation: number, from: EventPlace, lineage: string): void {
    const { checkpoint } = this.tables(generation);
    if (checkpoint.sequence !== from.sequence || checkpoint.lineage !== from.lineage)
      throw checkpointMoved('clob', generation, from.sequence);
    this.tables(generation).checkpoint = { ...checkpoint, lineage };
  }

  private write(rows: BatchRows, { generation, isLive, from, to, counters }: Move): void {
    if (isLive && this.live !== generation && this.duties.holdsLive) throw new Error('another generation is live');
    const tables = this.tables(generation);
    const isThere = tables.checkpoint.sequence === from.sequence && tables.checkpoint.lineage === from.lineage;
    if (!isThere && this.duties.checksPlace) throw checkpointMoved('clob', generation, from.sequence);
    tables.write(rows, to, counters);
    this.writes += 1;
    if (isLive && this.live !== generation) this.violation ??= `generation ${generation} was written, and is not live`;
    if (tables.text() !== folded(this.facts.slice(0, to)).text())
      this.violation ??= `the tables of generation ${generation} at event ${to} differ from the fold of the events`;
  }
}
