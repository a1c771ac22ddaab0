import { Controller } from '@nestjs/common';
import { DoctorCheck, DoctorReport, Rehashed, RehashRequest, Replayed, ReplayRequest } from '@foretell/contracts';
import { OpsCommand } from '@foretell/platform-nats';
import { EngineService } from '../engine/engine.service';
import { DoctorQuery } from './doctor.query';
import { Rehash } from './rehash';

/** Operator commands on the surface itself. Source: decisions, Operations. */
@Controller()
export class SystemOpsController {
  constructor(
    private readonly engine: EngineService,
    private readonly doctor: DoctorQuery,
    private readonly stamp: Rehash,
  ) {}

  @OpsCommand('ops.clob.facts.replay')
  replay({ from }: ReplayRequest): Promise<Replayed> {
    return this.engine.replay(from);
  }

  @OpsCommand('ops.clob.doctor')
  async check(): Promise<DoctorReport> {
    return this.doctor.report([await this.stateCheck(), await this.relayCheck()]);
  }

  @OpsCommand('ops.clob.record.rehash')
  rehash({ to }: RehashRequest): Promise<Rehashed> {
    return this.stamp.run(to);
  }

  /** The record, read afresh, must be the state that this process holds. */
  private async stateCheck(): Promise<DoctorCheck> {
    const { record, memory } = await this.engine.compareState();
    return {
      name: 'the record equals the state in memory',
      holds: record === memory,
      detail: `state hash ${record} and ${memory}`,
    };
  }

  private async relayCheck(): Promise<DoctorCheck> {
    const lag = await this.engine.relayLag();
    return { name: 'facts are on the stream', holds: lag < 10_000, detail: `${lag} committed facts wait to be published` };
  }
}
