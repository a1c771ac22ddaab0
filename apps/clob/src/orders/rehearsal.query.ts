import type { PoolClient } from 'pg';
import { Inject, Injectable } from '@nestjs/common';
import type { BalanceRow, Snapshot } from '@foretell/exchange';
import { DATABASE_POOL, inSnapshot, type Pool } from '@foretell/platform-prisma';
import { readHead } from '../engine/journal/head.query';
import { Recorded } from '../record/recorded';
import { MARKET_COLUMNS } from '../engine/columns/market.columns';
import { ORDER_COLUMNS } from '../engine/columns/order.columns';
import { selected } from '../engine/columns/sql-columns';
import { BALANCE_COLUMNS } from '../engine/recovery.query';

/** The part of the committed state that orders of some markets can touch. */
@Injectable()
export class RehearsalQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly recorded: Recorded,
  ) {}

  /** The markets, their open orders, and the balances of everybody involved: one consistent view. */
  async read(conditionIds: readonly string[], wallets: readonly string[]): Promise<Snapshot> {
    await this.recorded.level();
    return inSnapshot(this.pool, (client) => this.snapshot(client, conditionIds, wallets));
  }

  private async snapshot(client: PoolClient, conditionIds: readonly string[], wallets: readonly string[]): Promise<Snapshot> {
    const { totals } = await readHead(client, 'recorder');
    const markets = await client.query(
      `select ${selected(MARKET_COLUMNS, 'm')} from clob.markets m where condition_id = any($1::text[])`,
      [conditionIds],
    );
    const orders = await client.query<Snapshot['orders'][number]>(
      `select ${selected(ORDER_COLUMNS, 'o')} from clob.orders o where status in ('live', 'delayed') and condition_id = any($1::text[])`,
      [conditionIds],
    );
    const involved = [...new Set([...wallets, ...orders.rows.map(({ wallet }) => wallet)])];
    const assets = ['usdc', ...conditionIds.flatMap((conditionId) => [`${conditionId}:0`, `${conditionId}:1`])];
    const balances = await client.query<BalanceRow>(
      `select ${BALANCE_COLUMNS} from clob.balances where wallet = any($1::text[]) and asset = any($2::text[])`,
      [involved, assets],
    );
    return { markets: markets.rows, balances: balances.rows, orders: orders.rows, totals };
  }
}
