import type { CatalogFact, FactMessage, TradingFact } from '@foretell/contracts';
import { EventBatch } from '@foretell/platform-nats';
import { Controller } from '@nestjs/common';
import { CatalogApplier } from './catalog.applier';
import { TradingApplier } from './trading.applier';

/** Where events reach the projections. What each type of them does stands in TradingReduction and reduceCatalog. */
@Controller()
export class EventsController {
  constructor(
    private readonly tradingApplier: TradingApplier,
    private readonly catalogApplier: CatalogApplier,
  ) {}

  /** Called for the next batch while PostgreSQL writes the one before it (takesOneAhead). */
  @EventBatch('clob')
  trading(batch: readonly FactMessage<TradingFact>[]): Promise<void> {
    return this.tradingApplier.apply(batch);
  }

  @EventBatch('gamma')
  catalog(batch: readonly FactMessage<CatalogFact>[]): Promise<void> {
    return this.catalogApplier.apply(batch);
  }
}
