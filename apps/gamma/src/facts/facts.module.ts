import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { TradingConsumer } from './trading-consumer';
import { TradingFactsApplier } from './trading-facts.applier';

/** Keeps the catalog in step with trading. */
@Module({ imports: [CacheModule], providers: [TradingFactsApplier, TradingConsumer] })
export class FactsModule {}
