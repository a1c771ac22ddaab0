/** What a wallet has done by a moment, since it began. Each row of activity carries those of its wallet, itself counted in. */
export interface WalletTotals {
  readonly totalTrades: number;
  /** Markets with trades of some worth. */
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

/** What a row of activity adds. */
export interface Done {
  readonly isTrade: boolean;
  /** Whether its wallet had not traded in its market. */
  readonly isFirstInMarket: boolean;
  readonly sizeMicros: number;
  readonly usdcMicros: number;
  /** Negative: paid. */
  readonly cashMicros: number;
  readonly realizedMicros: number;
}

/** Fields are named one by one, as those of positions. */
export function totalled(before: WalletTotals, done: Done): WalletTotals {
  const { isTrade } = done;
  return {
    totalTrades: before.totalTrades + (isTrade ? 1 : 0),
    totalMarkets: before.totalMarkets + (done.isFirstInMarket ? 1 : 0),
    totalSharesMicros: before.totalSharesMicros + (isTrade ? done.sizeMicros : 0),
    totalVolumeMicros: before.totalVolumeMicros + (isTrade ? done.usdcMicros : 0),
    totalCashMicros: before.totalCashMicros + done.cashMicros,
    totalRealizedMicros: before.totalRealizedMicros + done.realizedMicros,
  };
}

const KNOWN_MAX = 200_000;

/**
 * Totals of wallets at the end of a row of batches, each applied where the one before ends. Whoever holds it forgets it with the
 * first batch that fails or does not follow. Bounded: the last batch's are always there.
 */
export class KnownTotals {
  private totals = new Map<number, WalletTotals>();

  get(wallet: number): WalletTotals | undefined {
    return this.totals.get(wallet);
  }

  set(wallet: number, totals: WalletTotals): void {
    this.totals.set(wallet, totals);
  }

  /** What a batch has left. */
  take(changed: ReadonlyMap<number, WalletTotals>): void {
    if (this.totals.size >= KNOWN_MAX) this.totals = new Map();
    for (const [wallet, totals] of changed) this.totals.set(wallet, totals);
  }
}
