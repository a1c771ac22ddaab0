import type { TradeMatchedV1 } from '@foretell/contracts';
import type { PoolClient } from '@foretell/platform-prisma';

/** When wallets first traded, as far as a batch of events says. */
export class FirstTrades {
  private readonly wallets = new Map<string, number>();

  traded({ at, wallet, fills }: TradeMatchedV1): void {
    for (const each of [wallet, ...fills.map(({ wallet: maker }) => maker)])
      this.wallets.set(each, Math.min(at, this.wallets.get(each) ?? at));
  }

  /** Writes those that are new, or earlier than what is stored: an event that was dead-lettered comes late. */
  async save(client: PoolClient): Promise<void> {
    if (this.wallets.size === 0) return;
    await client.query(PUT, [[...this.wallets.keys()], [...this.wallets.values()]]);
  }
}

/** After a batch nearly all wallets are known, and a conflict would write to their rows: they are left out before. */
const PUT = `INSERT INTO gamma.first_trades (wallet, at) SELECT n.wallet, n.at
  FROM unnest($1::text[], $2::int8[]) AS n(wallet, at) LEFT JOIN gamma.first_trades f ON f.wallet = n.wallet
  WHERE f.at IS NULL OR n.at < f.at
  ON CONFLICT (wallet) DO UPDATE SET at = least(first_trades.at, excluded.at)`;
export const FORGET_FIRST_TRADES = 'DELETE FROM gamma.first_trades';
