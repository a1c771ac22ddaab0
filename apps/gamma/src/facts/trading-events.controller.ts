import type { FactMessage, TradingFact } from '@foretell/contracts';
import { EventBatch } from '@foretell/platform-nats';
import { Controller } from '@nestjs/common';
import { TradingFactsApplier } from './trading-facts.applier';

/** Where trading events reach the catalog. What each type of them does stands in the applier's table. */
@Controller()
export class TradingEventsController {
  constructor(private readonly applier: TradingFactsApplier) {}

  @EventBatch('clob')
  trading(batch: readonly FactMessage<TradingFact>[]): Promise<void> {
    return this.applier.apply(batch);
  }
}
