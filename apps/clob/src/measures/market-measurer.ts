import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { MarketMeasure } from '@foretell/platform-nats/exchange-events';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { EngineService } from '../engine/engine.service';
import { MarketDirectory } from '../market-directory/market-directory';

const EVERY_MS = 250;
/** Minimum interval between two events of one market. */
const MARKET_EVERY_MS = 1000;
/** Maximum events of one commit; the rest waits for the next round. */
const MARKETS_MAX = 200;

/**
 * Publishes the depth and open interest of changed markets, each at most once a second. Only the writer's process publishes.
 * After a start all markets with holdings are published again, so nothing stays unpublished.
 */
@Injectable()
export class MarketMeasurer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MarketMeasurer.name);
  /** When each market of the last second was published. */
  private readonly publishedAt = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;
  private underWay: Promise<void> | null = null;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly views: BookViews,
    private readonly directory: MarketDirectory,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.underWay ??= this.publishMoved()
        .catch((cause: unknown) =>
          this.logger.warn({ msg: 'the collateral of markets could not be published, trying again', err: cause }),
        )
        .finally(() => (this.underWay = null));
    }, EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.underWay;
  }

  /** Publishes the markets that changed and were not published within the last second. */
  async publishMoved(): Promise<void> {
    if (!this.engine.isWriting()) return;
    const now = this.clock();
    for (const [conditionId, at] of this.publishedAt)
      if (Math.abs(now - at) >= MARKET_EVERY_MS) this.publishedAt.delete(conditionId);
    const moved = this.views.takeMoved(MARKETS_MAX, (conditionId) => !this.publishedAt.has(conditionId));
    if (moved.length === 0) return;
    try {
      await this.engine.submit({
        command: { type: 'advanceTime' },
        attachment: { kind: 'measures', measures: moved.map((conditionId) => this.measureOf(conditionId)) },
      });
      for (const conditionId of moved) this.publishedAt.set(conditionId, now);
    } catch (error) {
      this.views.markMoved(moved);
      throw error;
    }
  }

  private measureOf(conditionId: string): MarketMeasure {
    const { bids, asks } = this.views.of(conditionId).depthMicros();
    const openInterestMicros = this.directory.byCondition(conditionId)?.market.collateralMicros ?? 0;
    return { conditionId, bidsMicros: bids, asksMicros: asks, openInterestMicros };
  }
}
