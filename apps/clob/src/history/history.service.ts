import { Inject, Injectable } from '@nestjs/common';
import type { HistoryPoint } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, HttpFailure, type Clock } from '@foretell/platform-server';
import { BooksService } from '../books/books.service';
import type { TokenRef } from '../market-directory/market-directory';
import { denseSeries } from './dense-series';
import { historyWindow, type HistoryFields, type HistoryWindow } from './history-request';
import { Recorded } from '../record/recorded';

const TOKENS_MAX = 20;
const HALF_PIPS_PER_USDC = 20_000;

/** Recorded midpoints as a series of equal steps; it outlives the market's resolution. Source: protocol 10, prices-history. */
@Injectable()
export class HistoryService {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly books: BooksService,
    private readonly recorded: Recorded,
  ) {}

  async one(tokenId: unknown, fields: HistoryFields): Promise<HistoryPoint[]> {
    const window = this.window(fields);
    return this.series(this.books.token(tokenId), window);
  }

  /** Up to 20 tokens; unknown ones have an empty series. */
  async many(body: unknown): Promise<Record<string, HistoryPoint[]>> {
    const request: Record<string, unknown> =
      typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};
    const { markets } = request;
    if (!Array.isArray(markets) || markets.length === 0 || !markets.every((id): id is string => typeof id === 'string')) {
      throw new HttpFailure(400, "'markets' is required: an array of token ids", 'invalid_payload');
    }
    if (markets.length > TOKENS_MAX)
      throw new HttpFailure(400, `Payload exceeds the limit: at most ${TOKENS_MAX} markets`, 'payload_exceeds_limit');
    const window = this.window({
      interval: request['interval'],
      start: request['start_ts'],
      end: request['end_ts'],
      fidelity: request['fidelity'],
    });
    const entries = await Promise.all(
      markets.map(async (tokenId): Promise<[string, HistoryPoint[]]> => {
        const token = this.books.knownToken(tokenId);
        return [tokenId, token === undefined ? [] : await this.series(token, window)];
      }),
    );
    return Object.fromEntries(entries);
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
    const { rows } = await this.pool.query<{ bucket: number; price: number }>(
      `with first as (select greatest($2::int, coalesce(min(minute), $2::int)) / $4::int as bucket from clob.price_minutes where condition_id = $1),
         carried as (select price_half_pips from clob.price_minutes where condition_id = $1 and minute < (select bucket * $4::int from first)
                     order by minute desc limit 1)
       select minute / $4::int as bucket, (array_agg(price_half_pips order by minute desc))[1] as price
         from clob.price_minutes where condition_id = $1 and minute >= (select bucket * $4::int from first) and minute <= $3 group by 1
       union all select (select bucket - 1 from first), price_half_pips from carried order by 1`,
      [entry.conditionId, Math.floor(startSeconds / 60), Math.floor(endSeconds / 60), stepMinutes],
    );
    return denseSeries(rows, { startSeconds, endSeconds, stepMinutes })
      .map(({ t, p }) => ({ t, p: outcome === 0 ? p : HALF_PIPS_PER_USDC - p }))
      .map(asPrice);
  }
}

/** Half pips as a JSON number without float artefacts: one division of two exact integers. */
function asPrice({ t, p }: HistoryPoint): HistoryPoint {
  return { t, p: p / HALF_PIPS_PER_USDC };
}
