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
      checks: [
        ...checks,
        stateCheck(state),
        timeCheck(this.engine.exchangeTime.aheadMillis()),
        ...(await this.engine.eventChecks()),
      ],
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

/** Each writer's clock is within two seconds of PostgreSQL's, so two writers' differ by less. */
const AHEAD_MAX_MILLIS = 5_000;
const HOUR_MILLIS = 3_600_000;

/** Checks that no commit was made by a clock that was ahead. */
function timeCheck(aheadMillis: number): DoctorCheck {
  const name = "the exchange's time is the clock's";
  const ahead = aheadMillis < HOUR_MILLIS ? `${aheadMillis / 1_000} s` : `${(aheadMillis / HOUR_MILLIS).toFixed(2)} h`;
  if (aheadMillis <= AHEAD_MAX_MILLIS) return { name, holds: true, detail: `${ahead} ahead of the clock` };
  const detail =
    `${ahead} ahead of the clock: a commit was made while PostgreSQL's and the writer's clocks were ahead. Orders expire ` +
    'that much too early. Set both clocks right; the lead then falls by 45 minutes an hour (runbook ExchangeAhead)';
  return { name, holds: false, detail };
}
