import { BadEvent } from '@foretell/platform-nats';
import { cappedSum, mulDivFloor } from '@foretell/units';

/** A wallet's holding of one outcome token and its realized profit. Amounts in micros; a row of the table of the same name. */
export interface Position {
  readonly wallet: number;
  readonly condition: number;
  readonly outcome: number;
  readonly sizeMicros: number;
  /** The cost of the current shares, before fees. */
  readonly costMicros: number;
  /** Proceeds less the cost of the shares given, less all fees. Invariant: cash in - cash out = realized - cost. */
  readonly realizedMicros: number;
  readonly acquiredMicros: number;
  readonly boughtMicros: number;
  readonly volumeMicros: number;
  readonly changedAt: number;
}

export interface Movement {
  readonly at: number;
  readonly sizeMicros: number;
  readonly usdcMicros: number;
  readonly feeMicros: number;
  /** Trades count as volume; splits, merges and redemptions do not. */
  readonly isTrade: boolean;
}

export function emptyPosition(wallet: number, condition: number, outcome: number): Position {
  return {
    wallet,
    condition,
    outcome,
    sizeMicros: 0,
    costMicros: 0,
    realizedMicros: 0,
    acquiredMicros: 0,
    boughtMicros: 0,
    volumeMicros: 0,
    changedAt: 0,
  };
}

/** Adds shares at their price; a fee is realized at once. Fields are listed one by one: spreads cost a third of the ingest. */
export function acquire(position: Position, { at, sizeMicros, usdcMicros, feeMicros, isTrade }: Movement): Position {
  return {
    wallet: position.wallet,
    condition: position.condition,
    outcome: position.outcome,
    sizeMicros: position.sizeMicros + sizeMicros,
    costMicros: position.costMicros + usdcMicros,
    realizedMicros: position.realizedMicros - feeMicros,
    acquiredMicros: cappedSum(position.acquiredMicros, sizeMicros),
    boughtMicros: cappedSum(position.boughtMicros, usdcMicros),
    volumeMicros: cappedSum(position.volumeMicros, isTrade ? usdcMicros : 0),
    changedAt: at,
  };
}

/**
 * Removes shares at average cost, rounded down, so that the last share takes the remainder. Throws BadEvent when more are removed
 * than exist. Trading locks a seller's shares, so such a history is broken, or the event that added them was dead-lettered.
 */
export function release(position: Position, { at, sizeMicros, usdcMicros, feeMicros, isTrade }: Movement): Position {
  if (sizeMicros > position.sizeMicros) {
    throw new BadEvent(
      `wallet ${position.wallet} gives ${sizeMicros} of condition ${position.condition}:${position.outcome} and has ${position.sizeMicros}`,
    );
  }
  const releasedCostMicros = sizeMicros === 0 ? 0 : mulDivFloor(position.costMicros, sizeMicros, position.sizeMicros);
  return {
    wallet: position.wallet,
    condition: position.condition,
    outcome: position.outcome,
    sizeMicros: position.sizeMicros - sizeMicros,
    costMicros: position.costMicros - releasedCostMicros,
    realizedMicros: position.realizedMicros + usdcMicros - feeMicros - releasedCostMicros,
    acquiredMicros: position.acquiredMicros,
    boughtMicros: position.boughtMicros,
    volumeMicros: cappedSum(position.volumeMicros, isTrade ? usdcMicros : 0),
    changedAt: at,
  };
}
