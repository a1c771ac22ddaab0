import { cappedSum } from '@foretell/units';
import type { ActivityRow } from './activity';
import { emptyCondition, type Condition } from './condition';
import { minuteOf } from './mark';
import { emptyPosition, type Position } from './position';
import { NO_TOTALS, totalled, type Done, type KnownTotals, type WalletTotals } from './wallet-totals';

const DAY_MS = 86_400_000;

/** The state needed to reduce a batch: the current touched rows, and the counters of the checkpoint. */
export interface PriorRows {
  readonly counters: { readonly at: number; readonly wallets: number; readonly conditions: number };
  readonly walletNumbers: ReadonlyMap<string, number>;
  readonly conditions: ReadonlyMap<string, Condition>;
  readonly positions: ReadonlyMap<number, Position>;
  /** Wallets that have traded the other outcome of a position that has not traded: keys of outcome 0. */
  readonly traded: ReadonlySet<number>;
  /** Totals of every touched wallet that has a number. */
  readonly totals: Pick<KnownTotals, 'get'>;
}

export interface MarkRow {
  readonly condition: number;
  readonly minute: number;
  /** The mark before its first change in the minute. */
  readonly beforeHalfPips: number;
  readonly markHalfPips: number;
  /** Not in the table yet. */
  readonly isNew: boolean;
}
export interface BuilderVolumeRow {
  readonly day: number;
  readonly builder: string;
  readonly wallet: number;
  /** The amount to add to the row. */
  readonly volumeMicros: number;
}

/** A position's key in maps. Throws past 2^21 conditions, where it would no longer be exact. */
export function positionKey(wallet: number, condition: number, outcome: number): number {
  return pairKey(condition * 2 + outcome, wallet);
}

function pairKey(high: number, low: number): number {
  const key = high * 2 ** 31 + low;
  if (!Number.isSafeInteger(key)) throw new RangeError(`${high} is beyond the range of keys`);
  return key;
}

/** The rows as a batch changes them; afterwards the rows to write. */
export class TradingRows {
  readonly newWallets: { number: number; address: string }[] = [];
  readonly activity: ActivityRow[] = [];
  readonly positions = new Map<number, Position>();
  /** By wallet. */
  readonly totals = new Map<number, WalletTotals>();
  readonly conditions = new Map<string, Condition>();
  /** First activity of each minute of the batch. */
  readonly minutes = new Map<number, number>();
  readonly marks = new Map<number, MarkRow>();
  readonly builderVolumes = new Map<string, BuilderVolumeRow>();
  private walletCount: number;
  private conditionCount: number;
  private at: number;
  private readonly newNumbers = new Map<string, number>();

  constructor(private readonly prior: PriorRows) {
    this.walletCount = prior.counters.wallets;
    this.conditionCount = prior.counters.conditions;
    this.at = prior.counters.at;
  }

  get counters(): PriorRows['counters'] {
    return { at: this.at, wallets: this.walletCount, conditions: this.conditionCount };
  }

  /** Undefined when the wallet is not new in this batch. */
  newNumber(address: string): number | undefined {
    return this.newNumbers.get(address);
  }

  /** The event's time, but not earlier than the previous event's. */
  advance(at: number): number {
    this.at = Math.max(this.at, at);
    return this.at;
  }

  wallet(address: string): number {
    const known = this.prior.walletNumbers.get(address) ?? this.newNumbers.get(address);
    if (known !== undefined) return known;
    this.walletCount += 1;
    this.newNumbers.set(address, this.walletCount);
    this.newWallets.push({ number: this.walletCount, address });
    return this.walletCount;
  }

  condition(conditionId: string): Condition {
    const known = this.conditions.get(conditionId) ?? this.prior.conditions.get(conditionId);
    if (known !== undefined) return known;
    this.conditionCount += 1;
    const made = emptyCondition(this.conditionCount, conditionId);
    this.conditions.set(conditionId, made);
    return made;
  }

  setCondition(condition: Condition): void {
    const before = this.condition(condition.conditionId);
    this.conditions.set(condition.conditionId, condition);
    if (before.markHalfPips === condition.markHalfPips) return;
    const minute = condition.markMinute;
    const key = pairKey(condition.number, minute);
    const { beforeHalfPips, isNew } = this.marks.get(key) ?? {
      beforeHalfPips: before.markHalfPips,
      isNew: before.markMinute !== minute,
    };
    this.marks.set(key, { condition: condition.number, minute, beforeHalfPips, markHalfPips: condition.markHalfPips, isNew });
  }

  /** @returns the amount realized by the change */
  changePosition(wallet: number, condition: number, outcome: number, change: (position: Position) => Position): number {
    const key = positionKey(wallet, condition, outcome);
    const before = this.position(key) ?? emptyPosition(wallet, condition, outcome);
    const after = change(before);
    this.positions.set(key, after);
    return after.realizedMicros - before.realizedMicros;
  }

  /** Whether the wallet has traded a non-zero amount in the condition. */
  hasTraded(wallet: number, condition: number): boolean {
    const hasTradedIn = (outcome: number): boolean =>
      (this.position(positionKey(wallet, condition, outcome))?.volumeMicros ?? 0) > 0;
    return hasTradedIn(0) || hasTradedIn(1) || this.prior.traded.has(positionKey(wallet, condition, 0));
  }

  /** @returns the wallet's totals including it */
  addDone(wallet: number, done: Done): WalletTotals {
    const after = totalled(this.totals.get(wallet) ?? this.prior.totals.get(wallet) ?? NO_TOTALS, done);
    this.totals.set(wallet, after);
    return after;
  }

  /** Whether the condition is not in the table yet. */
  isNewCondition({ conditionId }: Condition): boolean {
    return !this.prior.conditions.has(conditionId);
  }

  /** Whether the position is not in the table yet. */
  isNewPosition({ wallet, condition, outcome }: Position): boolean {
    return !this.prior.positions.has(positionKey(wallet, condition, outcome));
  }

  add(row: ActivityRow): void {
    this.activity.push(row);
    const minute = minuteOf(row.at);
    if (!this.minutes.has(minute)) this.minutes.set(minute, row.sequence);
  }

  addBuilderVolume(at: number, builder: string, wallet: number, volumeMicros: number): void {
    const day = Math.floor(at / DAY_MS);
    const key = `${day}:${builder}:${wallet}`;
    const before = this.builderVolumes.get(key)?.volumeMicros ?? 0;
    this.builderVolumes.set(key, { day, builder, wallet, volumeMicros: cappedSum(before, volumeMicros) });
  }

  private position(key: number): Position | undefined {
    return this.positions.get(key) ?? this.prior.positions.get(key);
  }
}
