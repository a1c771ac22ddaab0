import type { V2PnlPoint, V2UserStats } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Inject, Injectable } from '@nestjs/common';
import { totalsOf } from '../database/wallet-totals.query';
import { PositionsQuery } from '../positions/positions.query';
import type { WalletTotals } from '../projections/wallet-totals';
import { fromMicros, unixSeconds } from '../wire/json-numbers';
import { MarketPositionsQuery } from './market-positions.query';
import { toPnlPoint } from './pnl.mapper';
import { RowsQuery } from './rows.query';

/** A wallet's figures: totals from its newest activity, and its positions at current marks. */
@Injectable()
export class WalletFigures {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly positions: PositionsQuery,
    private readonly ranked: MarketPositionsQuery,
    private readonly rows: RowsQuery,
  ) {}

  async stats(user: string): Promise<V2UserStats> {
    const [totals, valueMicros, bestMicros, firstAt] = await Promise.all([
      totalsOf(this.pool, user),
      this.positions.valueMicros(user, null),
      this.ranked.bestMicros(user),
      this.rows.firstAt(user),
    ]);
    return {
      proxy_wallet: user,
      trades: totals.totalMarkets,
      biggest_win: fromMicros(bestMicros),
      views: 0,
      join_date: firstAt === null ? null : unixSeconds(firstAt),
      all_time_pnl: pointOf(totals, valueMicros, this.clock()),
    };
  }
}

function pointOf(totals: WalletTotals, worthMicros: number, at: number): V2PnlPoint {
  return toPnlPoint({
    at,
    cashMicros: totals.totalCashMicros,
    realizedMicros: totals.totalRealizedMicros,
    worthMicros,
    tradeCount: totals.totalTrades,
    sharesMicros: totals.totalSharesMicros,
    volumeMicros: totals.totalVolumeMicros,
  });
}
