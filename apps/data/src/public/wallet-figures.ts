import type { V2PnlPoint, V2UserStats } from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Inject, Injectable } from '@nestjs/common';
import { PositionsQuery } from '../positions/positions.query';
import { fromMicros, unixSeconds } from '../wire/json-numbers';
import { MarketPositionsQuery } from './market-positions.query';
import { RowsQuery } from './rows.query';

/** Where a wallet stands, from its positions and trades as they are now. */
@Injectable()
export class WalletFigures {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly positions: PositionsQuery,
    private readonly ranked: MarketPositionsQuery,
    private readonly rows: RowsQuery,
  ) {}

  async point(user: string): Promise<V2PnlPoint> {
    const [sums, valueMicros, traded] = await Promise.all([
      this.ranked.sums(user),
      this.positions.valueMicros(user, null),
      this.rows.totals({ user, conditionIds: null, side: null }),
    ]);
    const realized = fromMicros(sums.realizedMicros);
    return {
      timestamp: unixSeconds(this.clock()),
      source_block: 0,
      trade_count: traded.count,
      realized_market_pnl: realized,
      realized_lp_pnl: 0,
      realized_combo_pnl: 0,
      realized_pnl: realized,
      unrealized_pnl: fromMicros(valueMicros - sums.costMicros),
      economic_pnl: fromMicros(sums.realizedMicros + valueMicros - sums.costMicros),
      volume: fromMicros(traded.sizeMicros),
      volume_usdc: fromMicros(traded.usdcMicros),
    };
  }

  async stats(user: string): Promise<V2UserStats> {
    const [point, trades, { bestMicros }, firstAt] = await Promise.all([
      this.point(user),
      this.positions.marketsTraded(user),
      this.ranked.sums(user),
      this.rows.firstAt(user),
    ]);
    return {
      proxy_wallet: user,
      trades,
      biggest_win: fromMicros(bestMicros),
      views: 0,
      join_date: firstAt === null ? null : unixSeconds(firstAt),
      all_time_pnl: point,
    };
  }
}
