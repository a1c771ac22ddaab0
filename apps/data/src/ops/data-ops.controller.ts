import type { OpsReply, OpsRequest } from '@foretell/contracts';
import { Controller, Logger } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { Doctor } from './doctor';
import { ProfilesImport } from '../profiles/profiles.import';
import { Rebuild } from '../rebuild/rebuild';

/** The operator's commands that this surface carries out. Source: decisions, Operations. */
@Controller()
export class DataOpsController {
  private readonly logger = new Logger('DataOps');

  constructor(
    private readonly profiles: ProfilesImport,
    private readonly rebuild: Rebuild,
    private readonly doctor: Doctor,
  ) {}

  @MessagePattern('ops.data.profiles.import')
  importProfiles(@Payload() request: OpsRequest<'ops.data.profiles.import'>): Promise<OpsReply<'ops.data.profiles.import'>> {
    return this.answered(() => {
      if (!Array.isArray(request?.profiles)) throw new RefusedCommand('profiles must be a list of {place, row}');
      return this.profiles.import(request.profiles);
    });
  }

  @MessagePattern('ops.data.projections.rebuild')
  rebuildProjections(): Promise<OpsReply<'ops.data.projections.rebuild'>> {
    return this.answered(() => this.rebuild.start());
  }

  @MessagePattern('ops.data.doctor')
  examine(): Promise<OpsReply<'ops.data.doctor'>> {
    return this.answered(async () => ({ surface: 'data', checks: await this.doctor.examine() }));
  }

  /** A fault of ours is logged; the operator hears that it is one. */
  private async answered<T>(work: () => Promise<T>): Promise<{ ok: true; result: T } | { ok: false; error: string }> {
    try {
      return { ok: true, result: await work() };
    } catch (error) {
      if (error instanceof RefusedCommand) return { ok: false, error: error.message };
      this.logger.error({ err: error }, 'an operator command failed');
      return { ok: false, error: 'the data surface failed on the command: its log says why' };
    }
  }
}

/** A command that cannot be carried out as it was given. */
class RefusedCommand extends Error {}
