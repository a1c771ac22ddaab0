import { MICROS_PER_UNIT, mulDivNearest } from '@foretell/units';
import type { WalletTotals } from './wallet-totals';

export type ActivityType = 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM';
export const PRICE_MICROS_PER_PIP = 100;

/** One thing that a wallet did: a row of /activity. Source: decisions, Data. */
export interface ActivityRow {
  readonly sequence: number;
  /** 0 is the taker's or only row, n the nth maker's. */
  readonly part: number;
  readonly at: number;
  readonly wallet: number;
  readonly condition: number;
  readonly type: ActivityType;
  /** Null: both tokens of the pair. */
  readonly outcome: number | null;
  readonly side: 'BUY' | 'SELL' | null;
  readonly sizeMicros: number;
  readonly usdcMicros: number;
  readonly feeMicros: number;
  readonly priceMicros: number;
  readonly transactionHash: string;
  /** Proceeds less the cost of what was given away, less the fee: what the positions that it moved have realized by it. */
  readonly realizedMicros: number;
  /** Of its wallet, itself counted in. */
  readonly totals: WalletTotals;
}

/** usdc / size to the nearest millionth of a USDC, halves up; 0 when there is no size. */
export function averagePriceMicros(usdcMicros: number, sizeMicros: number): number {
  return sizeMicros === 0 ? 0 : mulDivNearest(usdcMicros, MICROS_PER_UNIT, sizeMicros);
}
