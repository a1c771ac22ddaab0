import type { Period, V2Winner } from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Inject, Injectable } from '@nestjs/common';
import { ExpiringCache } from '../database/expiring-cache';
import { pseudonymOf } from '../profiles/pseudonym';
import { fromMicros, unixSeconds } from '../wire/json-numbers';
import { MarketPositionsQuery, type RankedPosition } from './market-positions.query';
import { TokenNames, type TokenNamer } from './token-names.query';

const DAY_MILLIS = 86_400_000;
const WINDOW_DAYS: Readonly<Record<Period, number | null>> = { DAY: 1, WEEK: 7, MONTH: 30, ALL: null };
const WINNERS_MAX = 100;
/** A hundred winners may need all gains of a month, so the result is cached, whatever the number of requests. */
const CACHED_MILLIS = 300_000;

/** The positions with the highest gains at resolution, up to about five minutes old. */
@Injectable()
export class Winners {
  private readonly cache = new ExpiringCache<Period, readonly V2Winner[]>(CACHED_MILLIS);

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly ranked: MarketPositionsQuery,
    private readonly tokens: TokenNames,
  ) {}

  of(period: Period): Promise<readonly V2Winner[]> {
    const days = WINDOW_DAYS[period];
    return this.cache.of(period, () => this.read(days === null ? null : this.clock() - days * DAY_MILLIS));
  }

  private async read(sinceMillis: number | null): Promise<readonly V2Winner[]> {
    const rows = await this.ranked.winners(sinceMillis, WINNERS_MAX);
    const nameOf = await this.tokens.of(rows.map(({ conditionId }) => conditionId));
    return rows.map((row, index) => toWinner(row, index + 1, nameOf));
  }
}

function toWinner(row: RankedPosition, rank: number, nameOf: TokenNamer): V2Winner {
  return {
    kind: 'market',
    win_rank: rank,
    user_id: row.address,
    user_name: row.userName ?? pseudonymOf(row.address),
    profile_image: row.profileImage ?? '',
    pnl: fromMicros(row.realizedMicros),
    initial_value: fromMicros(row.boughtMicros),
    final_value: fromMicros(row.boughtMicros + row.realizedMicros),
    resolved_at: unixSeconds(row.changedAt),
    condition_id: row.conditionId,
    position_id: nameOf(row.conditionId, row.outcome),
    event_id: row.eventId ?? '',
    event_slug: row.eventSlug ?? '',
    event_title: row.title,
  };
}
