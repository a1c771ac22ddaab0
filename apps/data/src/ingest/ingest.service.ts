import { EventConsumer, ingestMetrics, NatsLink, OpsRefusal, DeadLetterReplays, watchIngestLag } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { ReadinessCheck } from '@foretell/platform-server';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CatalogApplier } from './catalog.applier';
import { ensureProjection, hasProjection } from '../database/generation.query';
import { TradingApplier } from './trading.applier';

const DURABLE = 'data';
/** Positions depend on the order of trades. */
const REBUILD_INSTEAD = 'trading events are applied in order: "ops projections rebuild" retries all of them';
/** All tables here derive from events, so a rebuild recreates all of them. */
const REMEDY = '"ops projections rebuild" recreates all of it from the streams';
/**
 * Batching time. A transaction costs about the same for one event as for fifty; a fill may be shown a quarter of a second late.
 */
const BATCH_WAIT_MS = 80;

/** Reads the events of both sources for EventsController; EventServer starts and stops the consumers. */
@Injectable()
export class IngestService implements OnApplicationBootstrap, ReadinessCheck {
  readonly name = 'database';
  readonly trading: EventConsumer<'clob'>;
  readonly catalog: EventConsumer<'gamma'>;
  /** Settles when the tables are ready for the first batch. */
  readonly prepared: Promise<void>;
  private settlePrepared: () => void = () => undefined;

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    link: NatsLink,
    replays: DeadLetterReplays,
    trading: TradingApplier,
    catalog: CatalogApplier,
  ) {
    this.prepared = new Promise((resolve) => (this.settlePrepared = resolve));
    replays.of('gamma', (row) => catalog.replay(row));
    replays.of('clob', () => Promise.reject(new OpsRefusal(REBUILD_INSTEAD)));
    const common = { link, durable: DURABLE, batchWaitMs: BATCH_WAIT_MS, remedy: REMEDY };
    this.trading = new EventConsumer({
      ...common,
      source: 'clob',
      applier: trading,
      metrics: ingestMetrics('clob'),
    });
    this.catalog = new EventConsumer({
      ...common,
      source: 'gamma',
      applier: catalog,
      metrics: ingestMetrics('gamma'),
    });
    watchIngestLag('clob', () => this.trading.progress());
    watchIngestLag('gamma', () => this.catalog.progress());
  }

  /** Checks only that the tables exist; another check covers how far events are applied. */
  check = async (): Promise<string | null> => ((await hasProjection(this.pool)) ? null : 'the projection is not set up');

  async onApplicationBootstrap(): Promise<void> {
    await ensureProjection(this.pool);
    this.settlePrepared();
  }

  /** After a generation swap, makes the consumers read their checkpoints again. */
  restart(): void {
    this.trading.restart();
    this.catalog.restart();
  }
}
