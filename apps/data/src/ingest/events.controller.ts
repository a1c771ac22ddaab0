import type { CatalogEvent, EventMessage, TradingEvent } from '@foretell/contracts';
import { EventBatch } from '@foretell/platform-nats';
import { Controller } from '@nestjs/common';
import { CatalogApplier } from './catalog.applier';
import { TradingApplier } from './trading.applier';

/** Receives the events of the projections. TradingReduction and reduceCatalog define what each type does. */
@Controller()
export class EventsController {
  constructor(
    private readonly tradingApplier: TradingApplier,
    private readonly catalogApplier: CatalogApplier,
  ) {}

  /** Called for the next batch while PostgreSQL writes the previous one (takesOneAhead). */
  @EventBatch('clob')
  trading(batch: readonly EventMessage<TradingEvent>[]): Promise<void> {
    return this.tradingApplier.apply(batch);
  }

  @EventBatch('gamma')
  catalog(batch: readonly EventMessage<CatalogEvent>[]): Promise<void> {
    return this.catalogApplier.apply(batch);
  }
}
