import type { PoolClient } from 'pg';
import { Inject, Injectable } from '@nestjs/common';
import type { BalanceRow, Snapshot } from '@foretell/exchange';
import { DATABASE_POOL, inSnapshot, type Pool } from '@foretell/platform-prisma';
import { readHead } from '../engine/journal/head.query';
import { Recorded } from '../record/recorded';
import { MARKET_COLUMNS } from '../columns/market.columns';
import { COLLATERAL_ASSET } from '../columns/numbers';
import { isOpenSql, ORDER_COLUMNS } from '../columns/order.columns';
import { marketNumbersSql, selected } from '../columns/sql-columns';

/** Collateral and both outcomes of the markets, of the wallets. */
const BALANCES = `
  select w.wallet, m.condition_id as "conditionId", case when b.asset = ${COLLATERAL_ASSET} then null else b.asset % 2 end as outcome,
    b.available_micros as "availableMicros", b.locked_micros as "lockedMicros"
  from clob.balances b join clob.wallets w on w.number = b.wallet_number left join clob.markets m on m.number = b.asset / 2
  where w.wallet = any($1::text[]) and b.asset = any(array(select ${COLLATERAL_ASSET}
    union all select 2 * n.number + o.outcome from clob.markets n, (values (0), (1)) o (outcome)
    where n.condition_id = any($2::text[])))`;

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
      `select ${selected(ORDER_COLUMNS, 'o')} from clob.orders o where ${isOpenSql('o')} and o.market_number = any(${marketNumbersSql('$1')})`,
      [conditionIds],
    );
    const involved = [...new Set([...wallets, ...orders.rows.map(({ wallet }) => wallet)])];
    const balances = await client.query<BalanceRow>(BALANCES, [involved, conditionIds]);
    return { markets: markets.rows, balances: balances.rows, orders: orders.rows, totals };
  }
}
