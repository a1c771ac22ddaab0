import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { FigureWindows } from './figure-windows';
import { TradingConsumer } from './trading-consumer';
import { TradingFactsApplier } from './trading-facts.applier';

/** Keeps the catalog in step with trading. */
@Module({ imports: [CacheModule], providers: [TradingFactsApplier, TradingConsumer, FigureWindows] })
export class FactsModule {}
