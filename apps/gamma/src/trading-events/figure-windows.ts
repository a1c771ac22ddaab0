import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TradingEventsApplier } from './trading-events.applier';

const EVERY_MS = 60_000;

/** Reduces the volumes of the last day, week, month and year as trades leave the window, even without new trades. */
@Injectable()
export class FigureWindows implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('FigureWindows');
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();

  constructor(private readonly applier: TradingEventsApplier) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.underWay = this.applier.shiftWindows().catch((error: unknown) => {
        this.logger.warn({ msg: 'the time windows of the volumes could not be updated: retrying', err: error });
      });
    }, EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.underWay;
  }
}
