import type { RebuildStarted } from '@foretell/contracts';
import { EventConsumer, EventStream, NatsLink } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { setTimeout as after } from 'node:timers/promises';
import { CatalogApplier } from '../ingest/catalog.applier';
import { liveGeneration, readCheckpoint } from '../database/generation.query';
import { IngestService } from '../ingest/ingest.service';
import { databaseStore } from '../ingest/projection-store';
import { TradingApplier } from '../ingest/trading.applier';
import { clearGenerationsExcept, eventsBehind, swapGeneration, type StreamEnds } from './generation-swap.query';
import { hasArchivedActivity, lockRebuild, unlockRebuild } from './rebuild.query';

const LOOK_MS = 100;
const STALLED_MS = 300_000;
const NATS_WAIT_MS = 3_000;
const GENERATION_MAX = 32_767;

/**
 * Builds the next generation from the streams' first events next to the live one, then swaps. Design:
 * docs/decisions/data-projections.md.
 */
@Injectable()
export class Rebuild implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Rebuild');
  private readonly stopping = new AbortController();
  private work: Promise<void> | null = null;

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly link: NatsLink,
    private readonly ingest: IngestService,
  ) {}

  /** Resolves when the build has started or was refused; the build then continues in the background. */
  async start(): Promise<RebuildStarted> {
    const gap = await this.missingEvents();
    if (gap !== null) return { started: false, message: gap };
    const lock = await lockRebuild(this.pool);
    if (lock === null) return { started: false, message: 'a rebuild is already running' };
    try {
      const live = await liveGeneration(this.pool);
      const next = live >= GENERATION_MAX ? 1 : live + 1;
      const { sequence } = await readCheckpoint(this.pool, live, 'clob');
      const ends = { clob: (await this.ingest.trading.progress()).end, gamma: (await this.ingest.catalog.progress()).end };
      this.work = this.build(live, next, ends).finally(() => unlockRebuild(lock));
      const message = `generation ${next} is built next to ${live} from ${sequence} trading events; reads switch to it when it has caught up`;
      return { started: true, message };
    } catch (error) {
      unlockRebuild(lock);
      throw error;
    }
  }

  /** Resolves when the running build ends; for shutdown and specs. */
  async finished(): Promise<void> {
    await this.work;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  /** An error text when a stream does not reach back to its first event, or ends with an unreadable message. */
  private async missingEvents(): Promise<string | null> {
    if (await hasArchivedActivity(this.pool)) return 'activity is archived: run "ops archive restore" first, then rebuild';
    const live = await liveGeneration(this.pool);
    for (const consumer of [this.ingest.trading, this.ingest.catalog]) {
      const { source } = consumer;
      const { unreadable } = await consumer.progress();
      if (unreadable !== undefined) return unreadable;
      const connection = await this.link.ready(AbortSignal.timeout(NATS_WAIT_MS));
      const first = await (await EventStream.over(connection, this.link, source)).firstSequence();
      const { sequence } = await readCheckpoint(this.pool, live, source);
      if (first === 1 || (first === null && sequence === 0)) continue;
      const held = first === null ? 'has no events' : `begins at event ${first}`;
      return `the stream of ${source} ${held}: run "ops events replay --surface ${source} --from 1" first, then rebuild`;
    }
    return null;
  }

  private async build(live: number, next: number, ends: StreamEnds): Promise<void> {
    const common = { link: this.link, durable: 'data-rebuild' };
    const consumers = [
      new EventConsumer({
        ...common,
        source: 'clob',
        applier: new TradingApplier(databaseStore(this.pool), next),
      }),
      new EventConsumer({ ...common, source: 'gamma', applier: new CatalogApplier(this.pool, next) }),
    ];
    try {
      await clearGenerationsExcept(this.pool, live);
      for (const consumer of consumers) consumer.start();
      await this.catchUp(live, next, ends);
      this.ingest.restart();
      this.logger.log(`generation ${next} is live`);
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.logger.error({ err: error }, `generation ${next} was abandoned; generation ${live} stays live`);
    } finally {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    }
    if (this.stopping.signal.aborted) return;
    await clearGenerationsExcept(this.pool, await liveGeneration(this.pool)).catch((error: unknown) =>
      this.logger.error({ err: error }, 'rows of other generations are left; the next rebuild removes them'),
    );
  }

  /** Waits until the new generation lacks nothing, and swaps. Gives up after a long time without progress. */
  private async catchUp(live: number, next: number, ends: StreamEnds): Promise<void> {
    let behind = Number.POSITIVE_INFINITY;
    let movedAt = performance.now();
    for (;;) {
      const left = await eventsBehind(this.pool, live, next, ends);
      if (left === 0 && (await swapGeneration(this.pool, live, next, ends))) return;
      if (left < behind) movedAt = performance.now();
      behind = left;
      if (performance.now() - movedAt > STALLED_MS) throw new Error(`the rebuild is stalled with ${left} events to go`);
      await after(LOOK_MS, undefined, { signal: this.stopping.signal });
    }
  }
}
