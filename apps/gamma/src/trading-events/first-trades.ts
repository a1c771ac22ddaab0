import type { TradeMatchedV1 } from '@foretell/contracts';
import type { PoolClient } from '@foretell/platform-prisma';
import { PUT_FIRST_TRADES } from './trading-events.query';

/** The first trades of wallets within a batch of events. */
export class FirstTrades {
  private readonly wallets = new Map<string, number>();

  traded({ at, wallet, fills }: TradeMatchedV1): void {
    for (const each of [wallet, ...fills.map(({ wallet: maker }) => maker)])
      this.wallets.set(each, Math.min(at, this.wallets.get(each) ?? at));
  }

  /** Writes new ones, and ones earlier than stored: a dead-lettered event may be replayed late. */
  async save(client: PoolClient): Promise<void> {
    if (this.wallets.size === 0) return;
    await client.query(PUT_FIRST_TRADES, [[...this.wallets.keys()], [...this.wallets.values()]]);
  }
}
