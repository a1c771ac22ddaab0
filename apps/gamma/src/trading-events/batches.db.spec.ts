import { encodeMessage, subjectOf, type EventMessage, type TradingEvent } from '@foretell/contracts';
import { DeadLetters } from '@foretell/platform-nats';
import { batchesOf } from '@foretell/testing';
import { Logger } from '@nestjs/common';
import * as fc from 'fast-check';
import { CatalogVersion } from '../cache/catalog-version';
import { PublicEventsQuery } from '../public/public-events.query';
import { SearchQuery } from '../search/search.query';
import { GammaWorld } from '../testing/gamma-world';
import { FIRST_ROWS, histories, type Moment } from '../testing/random-history';
import { event, market } from '../testing/source-rows';
import { hourOf } from './figure-changes';
import { TradingEventsApplier } from './trading-events.applier';

/** Later than the clock of GammaWorld, so that its check of the windows, once a minute, has no effect. */
const START = Date.UTC(2100, 0, 1, 12, 30);
/** Each run replays three histories of the catalog. Shrinking a failure would take minutes; the seed is printed. */
const RUNS = 12;
const TABLES = ['events', 'markets', 'market_figures', 'event_figures', 'traded_hours', 'priced_hours', 'tags'];
const CLEAR = [...TABLES, 'event_search', 'facts_set_aside'].map((table) => `DELETE FROM gamma.${table}`).join('; ');
const ALL_AT_ONCE = [Number.POSITIVE_INFINITY];

/** With the market that trading publishes before the catalog has it. */
const LAST_MARKET = [event(2, [market(13)], { updatedAt: '2026-01-01T00:00:00Z' })];
const ALL_TERMS = { tickPips: 100, minimumSizeMicros: 5_000_000, feeRateBps: 0, feeExponent: 1, delayMillis: 0 };

/** Completes a market change to the full state, as long as nothing is pinned. */
function whole(exchangeEvent: TradingEvent): TradingEvent {
  if (exchangeEvent.type !== 'market.changed.v1') return exchangeEvent;
  const { tickPips, feeRateBps } = exchangeEvent.terms ?? ALL_TERMS;
  return { ...exchangeEvent, terms: { ...ALL_TERMS, tickPips, feeRateBps } };
}

jest.setTimeout(300_000);

describe('the catalog after any history', () => {
  let world: GammaWorld;
  let now = START;
  let sequence = 0;
  const table = new DeadLetters('gamma');
  beforeAll(async () => {
    world = await GammaWorld.start();
    // Every dead-lettered event writes a log line.
    Logger.overrideLogger(false);
  }, 60_000);
  afterAll(() => world?.stop());

  const applier = (): TradingEventsApplier =>
    new TradingEventsApplier(world.database.pool, world.app.get(CatalogVersion), () => now);

  async function begin(): Promise<void> {
    now = START;
    await world.database.pool.query(CLEAR);
    await world.database.pool.query(
      `INSERT INTO gamma.checkpoints (source, sequence) VALUES ('clob', 0) ON CONFLICT (source) DO NOTHING`,
    );
    const { rows } = await world.database.pool.query<{ sequence: number }>(
      `UPDATE gamma.checkpoints SET figures_hour = $1 WHERE source = 'clob' RETURNING sequence`,
      [hourOf(now)],
    );
    sequence = rows[0]?.sequence ?? 0;
    await world.import('events', FIRST_ROWS);
  }

  /** Applies one batch, of one or two messages. */
  async function apply(exchangeEvents: readonly TradingEvent[]): Promise<void> {
    const half = Math.ceil(exchangeEvents.length / 2);
    const parts = [exchangeEvents.slice(0, half), exchangeEvents.slice(half)].filter(({ length }) => length > 0);
    const messages: EventMessage<TradingEvent>[] = [];
    for (const part of parts) {
      messages.push({ source: 'clob', firstSequence: sequence + 1, facts: part });
      sequence += part.length;
    }
    await applier().apply(messages, null);
    // Delivers it again, completely and from its middle, which is the same for one message: neither is applied.
    const again = { source: 'clob', firstSequence: sequence - exchangeEvents.length + half, facts: parts.at(-1) ?? [] } as const;
    for (const repeated of parts.length === 1 ? [messages] : [messages, [again]])
      await expect(applier().apply(repeated, null)).rejects.toThrow('another process applies the same events');
  }

  async function deadLetter(exchangeEvent: TradingEvent): Promise<void> {
    sequence += 1;
    const place = { source: 'clob', firstSequence: sequence, lastSequence: sequence } as const;
    const bytes = encodeMessage({ source: 'clob', firstSequence: sequence, facts: [exchangeEvent] });
    const { type } = exchangeEvent;
    await applier().deadLetter({ ...place, type, subject: subjectOf(exchangeEvent), bytes, reason: 'as if it were bad' }, null);
  }

  async function happen(moment: Exclude<Moment, { kind: 'event' }>): Promise<void> {
    if (moment.kind === 'import') await world.import('events', moment.rows);
    else {
      now += moment.millis;
      if (moment.isShifted) await applier().shiftWindows();
    }
  }

  /** Plays the history with its trading events in batches of these lengths; any other moment ends a batch. */
  async function live(moments: readonly Moment[], lengths: readonly number[]): Promise<void> {
    await begin();
    for (const batch of batchesOf(moments, lengths, ({ kind }) => kind !== 'event')) {
      const exchangeEvents = batch.flatMap((moment) => (moment.kind === 'event' ? [moment.event] : []));
      const [alone] = batch;
      if (exchangeEvents.length > 0) await apply(exchangeEvents);
      else if (alone !== undefined && alone.kind !== 'event') await happen(alone);
    }
  }

  /** Everything stored, and the responses that readers get. */
  async function held(): Promise<object> {
    const rows: Record<string, unknown> = {};
    for (const table of TABLES)
      rows[table] = (
        await world.database.pool.query(`SELECT to_jsonb(t) - 'version' AS row FROM gamma.${table} t ORDER BY to_jsonb(t)::text`)
      ).rows;
    const events = await world.app.get(PublicEventsQuery).byIds([1, 2]);
    const found = await world.app.get(SearchQuery).search({ q: 'question', page: 1, limit_per_type: 10, search_tags: true });
    return { ...rows, shown: events, found: found.events.map(({ id }) => id).toSorted() };
  }

  it('is the same for any division of trading events into batches', async () => {
    const property = fc.asyncProperty(
      histories(START, 40),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      async (moments, lengths) => {
        await live(moments, [1]);
        const oneByOne = await held();
        for (const cut of [lengths, ALL_AT_ONCE]) {
          await live(moments, cut);
          expect(await held()).toEqual(oneByOne);
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  /**
   * The part that a late replay guarantees: sums, states, terms and books. Prices in between, and whether a closed market
   * accepted orders before, are not guaranteed.
   */
  async function promised(): Promise<object> {
    const { rows } = await world.database.pool.query(
      `SELECT m.id, m.closed, f.is_traded,
         m.trading_told - CASE WHEN m.trading_closed THEN 'acceptingOrders' ELSE '' END AS trading,
         f.volume, f.volume24hr, f.volume1wk, f.volume1mo, f.volume1yr, f.open_interest,
         f.closed_at, f.payout_pips, f.best_bid_pips, f.best_ask_pips
       FROM gamma.markets m JOIN gamma.market_figures f ON f.market_id = m.id ORDER BY m.id`,
    );
    const hours = await world.database.pool.query('SELECT * FROM gamma.traded_hours ORDER BY market_id, hour');
    const events = await world.database.pool.query(
      `SELECT e.id, e.closed, f.volume, f.volume24hr, f.open_interest
       FROM gamma.events e JOIN gamma.event_figures f ON f.event_id = e.id ORDER BY e.id`,
    );
    return { markets: rows, hours: hours.rows, events: events.rows };
  }

  it('has the sums, states and books of all trading events once the dead-lettered ones are replayed, in any order', async () => {
    const property = fc.asyncProperty(
      histories(START, 30),
      fc.array(
        fc.nat(2).map((drawn) => drawn === 0),
        { minLength: 150, maxLength: 150 },
      ),
      fc.array(fc.nat(100), { minLength: 150, maxLength: 150 }),
      async (moments, areRefused, order) => {
        // Later events publish nothing that was pinned, and of the terms the current state.
        const exchangeEvents = moments.flatMap((moment) => (moment.kind === 'event' ? [whole(moment.event)] : []));
        await begin();
        await world.import('events', LAST_MARKET);
        if (exchangeEvents.length > 0) await apply(exchangeEvents);
        const expected = await promised();
        await begin();
        await world.import('events', LAST_MARKET);
        const before = sequence;
        for (const [index, exchangeEvent] of exchangeEvents.entries()) {
          if (areRefused[index] === true) await deadLetter(exchangeEvent);
          else await apply([exchangeEvent]);
        }
        const rows = [...(await table.find(world.database.pool, {}))].toSorted(
          (one, other) => (order[one.sequence - before] ?? 0) - (order[other.sequence - before] ?? 0),
        );
        for (const row of rows) await Promise.all([applier().replay(row), applier().replay(row)]);
        expect(await promised()).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});
