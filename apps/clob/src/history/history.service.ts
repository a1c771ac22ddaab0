import { Inject, Injectable } from '@nestjs/common';
import type { HistoryPoint } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { BooksService } from '../books/books.service';
import type { TokenRef } from '../market-directory/market-directory';
import { denseSeries } from './dense-series';
import { historyWindow, type HistoryFields, type HistoryWindow } from './history-request';
import { Recorded } from '../record/recorded';

const HALF_PIPS_PER_USDC = 20_000;

/** Recorded midpoints as a series of equal steps, up to the market's payout. Source: protocol 10, prices-history. */
@Injectable()
export class HistoryService {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly books: BooksService,
    private readonly recorded: Recorded,
  ) {}

  async one(tokenId: string, fields: HistoryFields): Promise<HistoryPoint[]> {
    const window = this.window(fields);
    return this.series(this.books.token(tokenId), window);
  }

  /** Unknown tokens have an empty series. */
  async many(markets: readonly string[], fields: HistoryFields): Promise<Record<string, HistoryPoint[]>> {
    const window = this.window(fields);
    const series: Record<string, HistoryPoint[]> = {};
    // One after the other: a request has one connection of the pool, however many tokens it names.
    for (const tokenId of new Set(markets)) {
      const token = this.books.knownToken(tokenId);
      series[tokenId] = token === undefined ? [] : await this.series(token, window);
    }
    return series;
  }

  private window(fields: HistoryFields): HistoryWindow {
    return historyWindow(fields, Math.floor(this.clock() / 1_000));
  }

  private async series(
    { entry, outcome }: TokenRef,
    { startSeconds, endSeconds, stepMinutes }: HistoryWindow,
  ): Promise<HistoryPoint[]> {
    if (endSeconds < startSeconds) return [];
    await this.recorded.level();
    const { rows } = await this.pool.query<{ bucket: number; price: number; lastMinute: number }>(
      `with first as (select greatest($2::int, coalesce(min(minute), $2::int)) / $4::int as bucket from clob.price_minutes
        where condition_id = $1),
         carried as (select price_half_pips from clob.price_minutes where condition_id = $1 and minute < (select bucket * $4::int
           from first)
                     order by minute desc limit 1),
         last as (select max(minute) as minute from clob.price_minutes where condition_id = $1)
       select minute / $4::int as bucket, (array_agg(price_half_pips order by minute desc))[1] as price,
         (select minute from last) as "lastMinute"
         from clob.price_minutes where condition_id = $1 and minute >= (select bucket * $4::int from first) and minute <= $3
           group by 1
       union all select (select bucket - 1 from first), price_half_pips, (select minute from last) from carried order by 1`,
      [entry.conditionId, Math.floor(startSeconds / 60), Math.floor(endSeconds / 60), stepMinutes],
    );
    // After the payout there is no price to tell of.
    const lastMinute = entry.market.status === 'resolved' ? rows[0]?.lastMinute : undefined;
    const window = { startSeconds, endSeconds: Math.min(endSeconds, (lastMinute ?? Infinity) * 60), stepMinutes };
    return denseSeries(rows, window)
      .map(({ t, p }) => ({ t, p: outcome === 0 ? p : HALF_PIPS_PER_USDC - p }))
      .map(asPrice);
  }
}

/** Half pips as a JSON number without float artefacts: one division of two exact integers. */
function asPrice({ t, p }: HistoryPoint): HistoryPoint {
  return { t, p: p / HALF_PIPS_PER_USDC };
}
