import type { EventMessage, TradingEvent } from '@foretell/contracts';
import { EventBatch } from '@foretell/platform-nats';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { TradingEventsApplier } from './trading-events.applier';

/** Handles trading events in the catalog. The applier's table defines the handling of each type. */
@Controller()
export class TradingEventsController {
  constructor(private readonly applier: TradingEventsApplier) {}

  @EventBatch('clob')
  trading(@Payload() batch: readonly EventMessage<TradingEvent>[], @Ctx() lineage: string | null): Promise<void> {
    return this.applier.apply(batch, lineage);
  }
}
