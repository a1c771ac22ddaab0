import { MICROS_PER_UNIT, mulDivNearest } from '@foretell/units';
import type { WalletTotals } from './wallet-totals';

export type ActivityType = 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM';
export const PRICE_MICROS_PER_PIP = 100;

/** One action of a wallet: a row of /activity. Source: interface, Data. */
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
  /** Proceeds less the cost of the shares given, less the fee: the amount that the moved positions realize. */
  readonly realizedMicros: number;
  /** Totals of its wallet, including this row. */
  readonly totals: WalletTotals;
}

/** usdc / size rounded to the nearest millionth of a USDC, half up; 0 when the size is 0. */
export function averagePriceMicros(usdcMicros: number, sizeMicros: number): number {
  return sizeMicros === 0 ? 0 : mulDivNearest(usdcMicros, MICROS_PER_UNIT, sizeMicros);
}
