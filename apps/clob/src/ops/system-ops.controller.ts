import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { DoctorCheck, OpsReply } from '@foretell/contracts';
import { EngineService } from '../engine/engine.service';
import { DoctorQuery } from './doctor.query';
import { OpsRefusal, replyTo } from './ops-reply';

/** Operator commands on the surface itself. Source: decisions, Operations. */
@Controller()
export class SystemOpsController {
  constructor(
    private readonly engine: EngineService,
    private readonly doctor: DoctorQuery,
  ) {}

  @MessagePattern('ops.clob.facts.replay')
  replay(@Payload() { from }: { from: number }): Promise<OpsReply<'ops.clob.facts.replay'>> {
    return replyTo('ops.clob.facts.replay', () => {
      if (!Number.isSafeInteger(from) || from < 1) throw new OpsRefusal('from must be a sequence, 1 or more');
      return this.engine.replay(from);
    });
  }

  @MessagePattern('ops.clob.doctor')
  check(): Promise<OpsReply<'ops.clob.doctor'>> {
    return replyTo('ops.clob.doctor', async () => this.doctor.report([await this.stateCheck(), await this.relayCheck()]));
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
