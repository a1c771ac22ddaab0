import { Inject, Injectable } from '@nestjs/common';
import type { OperatorStatus, ServiceName } from '@foretell/contracts';
import { hostname } from 'node:os';
import { CLOCK, MONOTONIC, type Clock } from '../clock';
import { Encoded } from '../encoded';
import { EventLoop } from '../event-loop';
import { areOk, Readiness } from '../readiness';
import { valueWithin } from '../within';
import { lagsNow, refusalsNow, totalsNow } from './operator-figures';
import { OPERATOR_SOURCES, type OperatorSources } from './operator-sources';

/** Injection token of ServiceName. */
export const OPERATED_SERVICE = Symbol('OperatedService');

/** Responses are reused for this time, so that the cost is bounded for any number of requests. */
const CACHED_MILLIS = 1_000;
/** A source that hangs must not hide the others. */
const READ_MILLIS = 2_000;
const MICROS = 1_000;

/** The state of the service, read on request at most once a second. */
@Injectable()
export class OperatorView {
  private held: { readonly from: number; readonly status: Promise<Encoded<OperatorStatus>> } | null = null;
  private readonly startedAt: number;

  constructor(
    @Inject(OPERATED_SERVICE) private readonly service: ServiceName,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    @Inject(OPERATOR_SOURCES) private readonly sources: OperatorSources,
    private readonly readiness: Readiness,
    private readonly loop: EventLoop,
  ) {
    this.startedAt = clock() - Math.round(process.uptime() * 1_000);
  }

  status(): Promise<Encoded<OperatorStatus>> {
    const now = this.monotonic();
    if (this.held === null || now - this.held.from >= CACHED_MILLIS) {
      this.held = { from: now, status: this.look().then((status) => Encoded.of(status)) };
    }
    return this.held.status;
  }

  private async look(): Promise<OperatorStatus> {
    const at = this.clock();
    const unread: string[] = [];
    const missed = (source: string) => (): null => {
      unread.push(source);
      return null;
    };
    const [checks, lags, totals, refusals, lease, kept] = await Promise.all([
      this.readiness.states(),
      lagsNow(),
      totalsNow(),
      refusalsNow(),
      valueWithin(READ_MILLIS, this.sources.lease(), missed('lease')),
      valueWithin(READ_MILLIS, this.sources.lastReport(), missed('examination')),
    ]);
    return {
      surface: this.service,
      at,
      process: this.process(),
      health: this.loop.fault() ?? 'ok',
      isReady: areOk(checks),
      checks,
      lags,
      totals,
      refusals,
      limits: this.sources.limits(),
      ...(lease === null ? {} : { lease }),
      ...(kept === null ? {} : { examination: { ...kept, ageSeconds: Math.max(0, Math.round((at - kept.at) / 1_000)) } }),
      unread,
    };
  }

  private process(): OperatorStatus['process'] {
    const { user, system } = process.cpuUsage();
    return {
      host: hostname(),
      pid: process.pid,
      startedAt: this.startedAt,
      residentBytes: process.memoryUsage.rss(),
      processorMillis: Math.round((user + system) / MICROS),
    };
  }
}
