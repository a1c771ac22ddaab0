import type { TradingEvent } from '@foretell/contracts';
import { NO_COUNTERS, type Checkpoint, type Counters } from '../database/generation.query';
import type { ActivityRow } from '../projections/activity';
import type { Condition } from '../projections/condition';
import type { Position } from '../projections/position';
import { positionKey, TradingRows, type BuilderVolumeRow, type MarkRow } from '../projections/trading-rows';
import { TradingReduction } from '../projections/trading.reduction';
import type { WalletTotals } from '../projections/wallet-totals';
import { sequenced } from '@foretell/contracts';

/** The rows of a batch, copied when it was prepared. */
export interface BatchRows {
  readonly wallets: readonly { readonly number: number; readonly address: string }[];
  readonly conditions: readonly { readonly row: Condition; readonly isNew: boolean }[];
  readonly positions: readonly { readonly row: Position; readonly isNew: boolean }[];
  readonly activity: readonly ActivityRow[];
  readonly marks: readonly MarkRow[];
  readonly minutes: readonly (readonly [number, number])[];
  readonly builderVolumes: readonly BuilderVolumeRow[];
}

export function batchRows(rows: TradingRows): BatchRows {
  return structuredClone({
    wallets: rows.newWallets,
    conditions: [...rows.conditions.values()].map((row) => ({ row, isNew: rows.isNewCondition(row) })),
    positions: [...rows.positions.values()].map((row) => ({ row, isNew: rows.isNewPosition(row) })),
    activity: rows.activity,
    marks: [...rows.marks.values()],
    minutes: [...rows.minutes],
    builderVolumes: [...rows.builderVolumes.values()],
  });
}

/** The tables of one generation, with their keys: an existing row cannot be inserted, a missing one cannot be updated. */
export class SimulatedTables {
  checkpoint: Checkpoint = { sequence: 0, lineage: null, ...NO_COUNTERS };
  wallets = new Map<string, number>();
  conditions = new Map<string, Condition>();
  positions = new Map<number, Position>();
  /** The totals of each wallet's newest activity. */
  totals = new Map<number, WalletTotals>();
  private activity = new Map<string, ActivityRow>();
  private marks = new Map<string, Omit<MarkRow, 'isNew'>>();
  private minutes = new Map<number, number>();
  private builderVolumes = new Map<string, number>();

  /** Writes all rows or none: throws on a key violation. */
  write(rows: BatchRows, sequence: number, counters: Counters): void {
    const after = this.copy();
    after.take(rows);
    Object.assign(this, after, { checkpoint: { ...this.checkpoint, sequence, ...counters } });
  }

  /** A text of all rows: two generations with equal rows have equal texts. */
  text(): string {
    const sorted = (rows: ReadonlyMap<unknown, unknown>): unknown[] =>
      [...rows].map((row) => JSON.stringify(row)).sort((a, b) => (a < b ? -1 : 1));
    const { wallets, conditions, positions, activity, marks, minutes, builderVolumes, checkpoint } = this;
    return JSON.stringify([
      checkpoint,
      ...[wallets, conditions, positions, activity, marks, minutes, builderVolumes].map(sorted),
    ]);
  }

  private copy(): SimulatedTables {
    const copy = new SimulatedTables();
    copy.wallets = new Map(this.wallets);
    copy.conditions = new Map(this.conditions);
    copy.positions = new Map(this.positions);
    copy.activity = new Map(this.activity);
    copy.totals = new Map(this.totals);
    copy.marks = new Map(this.marks);
    copy.minutes = new Map(this.minutes);
    copy.builderVolumes = new Map(this.builderVolumes);
    return copy;
  }

  private take({ wallets, conditions, positions, activity, marks, minutes, builderVolumes }: BatchRows): void {
    for (const { address, number } of wallets) put('wallets', this.wallets, address, number, true);
    if (new Set(this.wallets.values()).size !== this.wallets.size) throw new Error('a number belongs to two wallets');
    for (const { row, isNew } of conditions) put('conditions', this.conditions, row.conditionId, row, isNew);
    for (const { row, isNew } of positions)
      put('positions', this.positions, positionKey(row.wallet, row.condition, row.outcome), row, isNew);
    for (const row of activity) {
      put('activity', this.activity, `${row.sequence} ${row.part}`, row, true);
      this.totals.set(row.wallet, row.totals);
    }
    for (const { isNew, ...row } of marks) {
      const key = `${row.condition} ${row.minute}`;
      const { beforeHalfPips } = this.marks.get(key) ?? row;
      put('marks', this.marks, key, { ...row, beforeHalfPips }, isNew);
    }
    for (const [minute, sequence] of minutes) if (!this.minutes.has(minute)) this.minutes.set(minute, sequence);
    for (const { day, builder, wallet, volumeMicros } of builderVolumes) {
      const key = `${day} ${builder} ${wallet}`;
      this.builderVolumes.set(key, (this.builderVolumes.get(key) ?? 0) + volumeMicros);
    }
  }
}

function put<K, V>(table: string, rows: Map<K, V>, key: K, row: V, isNew: boolean): void {
  if (rows.has(key) === isNew) throw new Error(`${String(key)} of ${table} ${isNew ? 'exists already' : 'does not exist'}`);
  rows.set(key, row);
}

/** The tables by definition: every event in order, reduced in one go, without reads or dead-lettering. */
export function folded(events: readonly TradingEvent[]): SimulatedTables {
  const totals = { get: () => undefined };
  const traded = new Set<number>();
  const nothing = {
    counters: NO_COUNTERS,
    walletNumbers: new Map(),
    conditions: new Map(),
    positions: new Map(),
    traded,
    totals,
  };
  const reduction = new TradingReduction(nothing);
  reduction.add(sequenced<'clob'>([{ source: 'clob', firstSequence: 1, facts: events }]));
  const tables = new SimulatedTables();
  tables.write(batchRows(reduction.rows), events.length, reduction.rows.counters);
  return tables;
}
