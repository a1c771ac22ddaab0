import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { walletSql } from '../columns/sql-columns';
import { Recorded } from '../record/recorded';
import { DayTradesQuery } from './day-trades.query';
import { dayOf } from './utc-day';

/** What a maker gets back of a market's fees of a UTC day. */
export interface Rebate {
  readonly conditionId: string;
  readonly wallet: string;
  readonly micros: number;
}

/** (p x (1 - p))^exponent in pips, exactly. */
const WEIGHT = `case m.fee_exponent when 0 then 1::numeric when 1 then c.pips when 2 then c.pips * c.pips
  when 3 then c.pips * c.pips * c.pips else c.pips * c.pips * c.pips * c.pips end`;

const REBATES = `
  with taken as (select t.trade_number, t.market_number, t.fee_micros,
      coalesce(l.rebate_pinned_bps, (l.source_word ->> 'rebateRateBps')::bigint) as bps
    from clob.trades t join clob.markets n on n.number = t.market_number join clob.listings l using (condition_id)
    where t.trade_number >= $1 and t.trade_number < $2 and (l.rebate_pinned_bps is not null or l.source_word ? 'rebateRateBps')),
  pools as (select market_number, div(sum(fee_micros) * max(bps), 10000) as micros from taken group by 1),
  made as (select t.market_number, f.maker_wallet_number as wallet, sum(f.size_micros * ${WEIGHT}) as weight
    from taken t join clob.fills f using (trade_number) join clob.markets m on m.number = t.market_number
    cross join lateral (select f.maker_price_pips::numeric * (10000 - f.maker_price_pips) as pips) c group by 1, 2),
  parts as (select m.market_number, m.wallet,
      div(p.micros * m.weight, sum(m.weight) over (partition by m.market_number)) as micros
    from made m join pools p using (market_number) where p.micros > 0 and m.weight > 0)
  select n.condition_id as "conditionId", ${walletSql('p.wallet')} as wallet, p.micros::bigint as micros
  from parts p join clob.markets n on n.number = p.market_number where p.micros > 0 order by 1, 3 desc, 2`;

/** A day is worked out once in so long, however many ask: its trades are all read for it. */
const HELD_MILLIS = 60_000;
const HELD_DAYS = 31;

interface Held {
  readonly at: number;
  readonly rebates: Promise<readonly Rebate[]>;
}

/**
 * A market's rebates of a UTC day: of the fees that takers paid, the part that its fee schedule gives back, divided among makers
 * as the fee formula weighs their fills. Everything is rounded down to a micro, so no more is given back than was paid. Source:
 * docs/decisions/rewards.md.
 */
@Injectable()
export class DayRebates {
  private readonly held = new Map<string, Held>();
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly recorded: Recorded,
    private readonly trades: DayTradesQuery,
  ) {}

  /** For readers: as it was a minute ago at most. */
  of(day: string): Promise<readonly Rebate[]> {
    const now = this.clock();
    if (day > dayOf(now)) return Promise.resolve([]);
    const known = this.held.get(day);
    if (known !== undefined && now - known.at < HELD_MILLIS) return known.rebates;
    // One after the other: days are many, connections few.
    const rebates = this.before.then(() => this.now(day));
    this.before = rebates.catch(() => this.held.delete(day));
    this.held.delete(day);
    this.held.set(day, { at: now, rebates });
    for (const oldest of this.held.keys()) {
      if (this.held.size <= HELD_DAYS) break;
      this.held.delete(oldest);
    }
    return rebates;
  }

  /** From the record as it is. */
  async now(day: string): Promise<readonly Rebate[]> {
    await this.recorded.level();
    const { first, end } = await this.trades.of(day);
    if (first >= end) return [];
    const { rows } = await this.pool.query<Rebate>(REBATES, [first, end]);
    return rows;
  }
}
