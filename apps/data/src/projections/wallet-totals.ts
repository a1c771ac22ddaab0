import { cappedSum } from '@foretell/units';

/** A wallet's totals since its beginning. Each row of activity has its wallet's totals, including the row. */
export interface WalletTotals {
  readonly totalTrades: number;
  /** Markets with trades of a non-zero amount. */
  readonly totalMarkets: number;
  /** Shares traded. */
  readonly totalSharesMicros: number;
  /** Size x price of its trades, both sides. */
  readonly totalVolumeMicros: number;
  /** Received less paid by trades, splits, merges and redemptions, less fees. */
  readonly totalCashMicros: number;
  readonly totalRealizedMicros: number;
}

export const NO_TOTALS: WalletTotals = {
  totalTrades: 0,
  totalMarkets: 0,
  totalSharesMicros: 0,
  totalVolumeMicros: 0,
  totalCashMicros: 0,
  totalRealizedMicros: 0,
};

/** The amounts that a row of activity adds. */
export interface Done {
  readonly isTrade: boolean;
  /** Whether its wallet had not traded in its market before. */
  readonly isFirstInMarket: boolean;
  readonly sizeMicros: number;
  readonly usdcMicros: number;
  /** Negative: paid. */
  readonly cashMicros: number;
  readonly realizedMicros: number;
}

/** Fields are listed one by one, like those of positions. */
export function totalled(before: WalletTotals, done: Done): WalletTotals {
  const { isTrade } = done;
  return {
    totalTrades: before.totalTrades + (isTrade ? 1 : 0),
    totalMarkets: before.totalMarkets + (done.isFirstInMarket ? 1 : 0),
    totalSharesMicros: cappedSum(before.totalSharesMicros, isTrade ? done.sizeMicros : 0),
    totalVolumeMicros: cappedSum(before.totalVolumeMicros, isTrade ? done.usdcMicros : 0),
    totalCashMicros: before.totalCashMicros + done.cashMicros,
    totalRealizedMicros: before.totalRealizedMicros + done.realizedMicros,
  };
}

const KNOWN_MAX = 200_000;

/**
 * Totals of wallets at the end of a sequence of consecutive batches. The owner drops it when a batch fails or does not follow.
 * Bounded: it always has the wallets of the last batch.
 */
export class KnownTotals {
  private totals = new Map<number, WalletTotals>();

  get(wallet: number): WalletTotals | undefined {
    return this.totals.get(wallet);
  }

  set(wallet: number, totals: WalletTotals): void {
    this.totals.set(wallet, totals);
  }

  /** Adds the totals after a batch. */
  take(changed: ReadonlyMap<number, WalletTotals>): void {
    if (this.totals.size >= KNOWN_MAX) this.totals = new Map();
    for (const [wallet, totals] of changed) this.totals.set(wallet, totals);
  }
}
