import { markHalfPips, minuteOf } from './mark';

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
  /** The minute (since 1970) of the last mark change; 0 before the first. */
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

/** The fields that an event can change; omitted ones stay. */
export type ConditionChange = Partial<Omit<Condition, 'number' | 'conditionId' | 'markHalfPips' | 'markMinute' | 'sequence'>>;

/** The condition after an event, with its mark updated. Fields are listed one by one: spreads cost a tenth of the reduction. */
export function changed(condition: Condition, sequence: number, at: number, change: ConditionChange): Condition {
  const bestBidPips = change.bestBidPips === undefined ? condition.bestBidPips : change.bestBidPips;
  const bestAskPips = change.bestAskPips === undefined ? condition.bestAskPips : change.bestAskPips;
  const lastTradePips = change.lastTradePips === undefined ? condition.lastTradePips : change.lastTradePips;
  const payout0Pips = change.payout0Pips === undefined ? condition.payout0Pips : change.payout0Pips;
  const mark = markHalfPips({ bestBidPips, bestAskPips, lastTradePips, payout0Pips });
  return {
    number: condition.number,
    conditionId: condition.conditionId,
    status: change.status ?? condition.status,
    bestBidPips,
    bestAskPips,
    lastTradePips,
    payout0Pips,
    markHalfPips: mark,
    markMinute: mark === condition.markHalfPips ? condition.markMinute : minuteOf(at),
    supply0Micros: change.supply0Micros ?? condition.supply0Micros,
    supply1Micros: change.supply1Micros ?? condition.supply1Micros,
    collateralMicros: change.collateralMicros ?? condition.collateralMicros,
    volumeMicros: change.volumeMicros ?? condition.volumeMicros,
    sequence,
  };
}

/** Pairs minted (+) or burnt (-) against collateral. */
export function pairsChanged(condition: Condition, sequence: number, at: number, pairsMicros: number): Condition {
  return changed(condition, sequence, at, {
    supply0Micros: condition.supply0Micros + pairsMicros,
    supply1Micros: condition.supply1Micros + pairsMicros,
    collateralMicros: condition.collateralMicros + pairsMicros,
  });
}
