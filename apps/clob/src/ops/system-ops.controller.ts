import { Controller } from '@nestjs/common';
import { DoctorCheck, DoctorReport, EventsReread, Replayed, ReplayRequest } from '@foretell/contracts';
import { DoctorReports, OpsCommand } from '@foretell/platform-nats';
import { EngineService } from '../engine/engine.service';
import type { ProvedState } from './examination';
import { Examiner } from './examiner';

/** Operator commands on the service itself. Source: interface, Operations. */
@Controller()
export class SystemOpsController {
  constructor(
    private readonly engine: EngineService,
    private readonly examiner: Examiner,
    private readonly reports: DoctorReports,
  ) {}

  @OpsCommand('ops.clob.facts.replay')
  replay({ from, newLineage }: ReplayRequest): Promise<Replayed> {
    return this.engine.replay(from, newLineage);
  }

  @OpsCommand('ops.clob.facts.reread')
  reread(): Promise<EventsReread> {
    return this.engine.catalogEvents.reread();
  }

  @OpsCommand('ops.clob.doctor')
  async check(): Promise<DoctorReport> {
    const { checks, state } = await this.examiner.examine();
    return this.reports.keep({
      surface: 'clob',
      checks: [...checks, stateCheck(state), ...(await this.engine.eventChecks())],
    });
  }
}

/** Checks that the record, read again, equals the writer's state at the last projected commit. */
function stateCheck({ record, memory }: ProvedState): DoctorCheck {
  return {
    name: 'the record equals the state in memory',
    holds: record === memory,
    detail: `state hash ${record} and ${memory}`,
  };
}
