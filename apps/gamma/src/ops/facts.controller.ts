import { Controller } from '@nestjs/common';
import { DoctorReport, Replayed, ReplayRequest } from '@foretell/contracts';
import { DoctorReports, OpsCommand } from '@foretell/platform-nats';
import { ApiExcludeController } from '@nestjs/swagger';
import { DoctorQuery } from './doctor.query';
import { CatalogRelay } from '../journal/catalog-relay';

/** `ops facts replay` and `ops doctor`, the catalog's part. */
@ApiExcludeController()
@Controller()
export class FactsController {
  constructor(
    private readonly relay: CatalogRelay,
    private readonly doctor: DoctorQuery,
    private readonly reports: DoctorReports,
  ) {}

  @OpsCommand('ops.gamma.facts.replay')
  replay({ from }: ReplayRequest): Promise<Replayed> {
    return this.relay.replay(from);
  }

  @OpsCommand('ops.gamma.doctor')
  async examine(): Promise<DoctorReport> {
    return this.reports.keep({ surface: 'gamma', checks: await this.doctor.examine() });
  }
}
