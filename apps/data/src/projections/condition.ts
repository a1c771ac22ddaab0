import { markHalfPips } from './mark';

/** The trading side of a market: a row of the table of the same name. */
export interface Condition {
  readonly number: number;
  readonly conditionId: string;
  readonly status: string;
  readonly bestBidPips: number | null;
  readonly bestAskPips: number | null;
  readonly lastTradePips: number | null;
  readonly payout0Pips: number | null;
  readonly markHalfPips: number;
  /** The minute (since 1970) in which the mark last moved; 0 before it ever did. */
  readonly markMinute: number;
  readonly supply0Micros: number;
  readonly supply1Micros: number;
  readonly collateralMicros: number;
  readonly volumeMicros: number;
  readonly sequence: number;
}

export function emptyCondition(number: number, conditionId: string): Condition {
  const quotes = { bestBidPips: null, bestAskPips: null, lastTradePips: null, payout0Pips: null };
  return {
    number,
    conditionId,
    status: 'active',
    ...quotes,
    markHalfPips: markHalfPips(quotes),
    markMinute: 0,
    supply0Micros: 0,
    supply1Micros: 0,
    collateralMicros: 0,
    volumeMicros: 0,
    sequence: 0,
  };
}

/** The condition with some fields changed and its mark brought in line. */
export function changed(condition: Condition, sequence: number, change: Partial<Condition>): Condition {
  const next = { ...condition, ...change, sequence };
  return { ...next, markHalfPips: markHalfPips(next) };
}

/** Pairs made (+) or destroyed (-) against collateral. */
export function pairsChanged(condition: Condition, sequence: number, pairsMicros: number): Condition {
  return changed(condition, sequence, {
    supply0Micros: condition.supply0Micros + pairsMicros,
    supply1Micros: condition.supply1Micros + pairsMicros,
    collateralMicros: condition.collateralMicros + pairsMicros,
  });
}
