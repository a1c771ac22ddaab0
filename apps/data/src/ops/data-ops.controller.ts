import { DoctorReport, ProfileBatch, ProfilesStored, RebuildStarted } from '@foretell/contracts';
import { DoctorReports, OpsCommand } from '@foretell/platform-nats';
import { Controller } from '@nestjs/common';
import { IngestService } from '../ingest/ingest.service';
import { DoctorQuery } from './doctor.query';
import { ProfilesImport } from '../profiles/profiles.import';
import { Rebuild } from '../rebuild/rebuild';

/** The operator commands of this service. Source: interface, Operations. */
@Controller()
export class DataOpsController {
  constructor(
    private readonly profiles: ProfilesImport,
    private readonly rebuild: Rebuild,
    private readonly doctor: DoctorQuery,
    private readonly ingest: IngestService,
    private readonly reports: DoctorReports,
  ) {}

  @OpsCommand('ops.data.profiles.import')
  importProfiles({ profiles }: ProfileBatch): Promise<ProfilesStored> {
    return this.profiles.import(profiles);
  }

  @OpsCommand('ops.data.projections.rebuild')
  rebuildProjections(): Promise<RebuildStarted> {
    return this.rebuild.start();
  }

  @OpsCommand('ops.data.doctor')
  async examine(): Promise<DoctorReport> {
    const { trading, catalog } = this.ingest;
    const followed = await Promise.all([trading.check(), catalog.check()]);
    return this.reports.keep({ surface: 'data', checks: [...(await this.doctor.examine()), ...followed] });
  }
}
