import { FactConsumer, ingestMetrics, NatsLink, OpsRefusal, SetAsideReplays, watchIngestLag } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { ReadinessCheck } from '@foretell/platform-server';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CatalogApplier } from './catalog.applier';
import { ensureProjection } from '../database/generation.query';
import { TradingApplier } from './trading.applier';

const DURABLE = 'data';
/** Positions depend on the order of trades. */
const REBUILD_INSTEAD = 'trading facts are applied in their order: "ops projections rebuild" tries all of them again';
/** All that is shown here is made of facts, so all of it is made again. */
const REMEDY = '"ops projections rebuild" makes all of it again of what the streams hold';
/** A transaction costs about the same for one fact as for fifty; a fill may be a quarter of a second late. */
const GATHER_MS = 80;

/** Reads the events of both sources for EventsController; EventServer starts and stops the consumers. */
@Injectable()
export class IngestService implements OnApplicationBootstrap, ReadinessCheck {
  readonly name = 'database';
  readonly trading: FactConsumer<'clob'>;
  readonly catalog: FactConsumer<'gamma'>;
  /** Settled when the tables are ready for the first batch. */
  readonly prepared: Promise<void>;
  private settlePrepared: () => void = () => undefined;

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    link: NatsLink,
    replays: SetAsideReplays,
    trading: TradingApplier,
    catalog: CatalogApplier,
  ) {
    this.prepared = new Promise((resolve) => (this.settlePrepared = resolve));
    replays.of('gamma', (row) => catalog.replay(row));
    replays.of('clob', () => Promise.reject(new OpsRefusal(REBUILD_INSTEAD)));
    const common = { link, durable: DURABLE, gatherMs: GATHER_MS, remedy: REMEDY };
    this.trading = new FactConsumer({
      ...common,
      source: 'clob',
      applier: trading,
      metrics: ingestMetrics('clob'),
    });
    this.catalog = new FactConsumer({
      ...common,
      source: 'gamma',
      applier: catalog,
      metrics: ingestMetrics('gamma'),
    });
    watchIngestLag('clob', () => this.trading.progress());
    watchIngestLag('gamma', () => this.catalog.progress());
  }

  /** The tables are there; how far their facts are is another check's. */
  check = async (): Promise<string | null> => {
    const { rowCount } = await this.pool.query('SELECT generation FROM data.projection WHERE id = 1');
    return rowCount === 1 ? null : 'the projection is not set up';
  };

  async onApplicationBootstrap(): Promise<void> {
    await ensureProjection(this.pool);
    this.settlePrepared();
  }

  /** After another generation became the live one, the consumers read their checkpoints anew. */
  restart(): void {
    this.trading.restart();
    this.catalog.restart();
  }
}
