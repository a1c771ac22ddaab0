import type { CatalogEvent, EventMessage, TradingEvent } from '@foretell/contracts';
import { EventBatch } from '@foretell/platform-nats';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
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
  trading(@Payload() batch: readonly EventMessage<TradingEvent>[], @Ctx() lineage: string | null): Promise<void> {
    return this.tradingApplier.apply(batch, lineage);
  }

  @EventBatch('gamma')
  catalog(@Payload() batch: readonly EventMessage<CatalogEvent>[], @Ctx() lineage: string | null): Promise<void> {
    return this.catalogApplier.apply(batch, lineage);
  }
}
