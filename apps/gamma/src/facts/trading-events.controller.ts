import type { FactMessage, TradingFact } from '@foretell/contracts';
import { EventBatch } from '@foretell/platform-nats';
import { Controller } from '@nestjs/common';
import { TradingFactsApplier } from './trading-facts.applier';

/** Handles trading events in the catalog. The applier's table defines the handling of each type. */
@Controller()
export class TradingEventsController {
  constructor(private readonly applier: TradingFactsApplier) {}

  @EventBatch('clob')
  trading(batch: readonly FactMessage<TradingFact>[]): Promise<void> {
    return this.applier.apply(batch);
  }
}
