import { Controller } from '@nestjs/common';
import { DoctorReport, EventsReread, Replayed, ReplayRequest } from '@foretell/contracts';
import { DoctorReports, OpsCommand } from '@foretell/platform-nats';
import { ApiExcludeController } from '@nestjs/swagger';
import { TradingConsumer } from '../trading-events/trading-consumer';
import { DoctorQuery } from './doctor.query';
import { CatalogRelay } from '../journal/catalog-relay';

/** `ops events replay`, `ops events reread` and `ops doctor` of the catalog. */
@ApiExcludeController()
@Controller()
export class EventsController {
  constructor(
    private readonly relay: CatalogRelay,
    private readonly trading: TradingConsumer,
    private readonly doctor: DoctorQuery,
    private readonly reports: DoctorReports,
  ) {}

  @OpsCommand('ops.gamma.facts.replay')
  replay({ from, newLineage }: ReplayRequest): Promise<Replayed> {
    return this.relay.replay(from, newLineage);
  }

  @OpsCommand('ops.gamma.facts.reread')
  reread(): Promise<EventsReread> {
    return this.trading.consumer.reread();
  }

  @OpsCommand('ops.gamma.doctor')
  async examine(): Promise<DoctorReport> {
    const [relayed, followed] = [await this.relay.checks(), await this.trading.consumer.check()];
    return this.reports.keep({ surface: 'gamma', checks: [...(await this.doctor.examine()), ...relayed, followed] });
  }
}
