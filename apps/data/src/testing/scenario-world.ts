import type { CatalogEvent, TradingEvent } from '@foretell/contracts';
import type { MarketTerms } from '@foretell/exchange';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { RAIN, TradingScript, type Act } from '@foretell/testing/trading';
import { CatalogApplier } from '../ingest/catalog.applier';
import { ensureProjection } from '../database/generation.query';
import { databaseStore } from '../ingest/projection-store';
import { TradingApplier } from '../ingest/trading.applier';
import type { BoardKey } from '../leaderboard/board';
import { BoardFollower } from '../leaderboard/board.follower';
import { PositionsQuery } from '../positions/positions.query';
import { market } from './events';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The instant at which scenarios read the board, by default. */
export const NOW = Date.UTC(2026, 10, 21, 12);

/** A data service without HTTP: events in, board and tables out; the scenario sets the time. */
export class ScenarioWorld {
  now = NOW;
  readonly follower: BoardFollower;
  readonly positions: PositionsQuery;
  private readonly trading: TradingApplier;
  private readonly catalog: CatalogApplier;

  private readonly script: TradingScript;

  private constructor(
    readonly database: TestDatabase,
    terms: Partial<MarketTerms>,
  ) {
    this.script = new TradingScript(terms);
    this.trading = new TradingApplier(databaseStore(database.pool));
    this.catalog = new CatalogApplier(database.pool);
    this.follower = new BoardFollower(database.pool, () => this.now);
    this.positions = new PositionsQuery(database.pool);
  }

  /** With one weather market, without trades yet. */
  static async open(terms: Partial<MarketTerms> = {}): Promise<ScenarioWorld> {
    const world = new ScenarioWorld(await createTestDatabase(), terms);
    await ensureProjection(world.database.pool);
    await world.lists(market(RAIN, [{ label: 'Weather', slug: 'weather' }]));
    return world;
  }

  /** Runs commands at the exchange and applies their events as one batch. */
  async publish(...acts: Act[]): Promise<void> {
    await this.apply(this.play(...acts));
  }

  /** Runs commands at the exchange without applying their events. */
  play(...acts: Act[]): readonly TradingEvent[] {
    return this.script.play(...acts);
  }

  async apply(events: readonly TradingEvent[]): Promise<void> {
    const firstSequence = (await this.trading.checkpoint()).sequence + 1;
    await this.trading.apply([{ source: 'clob', firstSequence, facts: events }], null);
  }

  async lists(...events: CatalogEvent[]): Promise<void> {
    const firstSequence = (await this.catalog.checkpoint()).sequence + 1;
    await this.catalog.apply([{ source: 'gamma', firstSequence, facts: events }], null);
  }

  /** The wallet's pnl and volume in micros as the board shows them now; null when it is not on the board. */
  async result(
    address: string,
    period: BoardKey['period'],
    category: BoardKey['category'] = 'OVERALL',
  ): Promise<{ pnl: number; vol: number; rank: number } | null> {
    await this.follower.refresh();
    const place = this.follower.board?.placeOf({ period, category, orderBy: 'PNL' }, address) ?? null;
    return place && { pnl: place.pnlMicros, vol: place.volumeMicros, rank: place.rank };
  }

  /** For a world of one test: `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    await this.follower.beforeApplicationShutdown();
    await this.database.drop();
  }
}
