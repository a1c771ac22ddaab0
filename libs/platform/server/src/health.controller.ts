import { Controller, Get, Header, HttpStatus, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Draining } from './draining';
import { EventLoop } from './event-loop';
import { metricsRegistry } from './metrics';
import { watchGauge } from './watched-gauge';

/** What must hold before a surface takes traffic: a name, and a sentence when it does not hold. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<string | null>;
}
export const READINESS_CHECKS = Symbol('ReadinessChecks');

const READY = { name: 'foretell_ready', help: 'Whether each check of readiness holds: 1, or 0.' };

/** /healthz: the process answers in time. /readyz: it can serve, and means to. /metrics: Prometheus text. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    @Inject(READINESS_CHECKS) private readonly checks: readonly ReadinessCheck[],
    private readonly draining: Draining,
    private readonly loop: EventLoop,
  ) {
    for (const { name, state } of this.states())
      watchGauge({ ...READY, labels: { check: name } }, async () => ((await state()) === 'ok' ? 1 : 0));
  }

  @Get('healthz')
  live(@Res({ passthrough: true }) response: Response): { status: string } {
    const fault = this.loop.fault();
    if (fault !== null) response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return { status: fault ?? 'ok' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Record<string, string>> {
    const entries = await Promise.all(
      this.states().map(async ({ name, state }): Promise<[string, string]> => [name, await state()]),
    );
    if (this.draining.isOn) entries.push(['process', 'stopping']);
    if (entries.some(([, state]) => state !== 'ok')) response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return Object.fromEntries(entries);
  }

  @Get('metrics')
  @Header('content-type', metricsRegistry.contentType)
  metrics(): Promise<string> {
    return metricsRegistry.metrics();
  }

  private states(): { readonly name: string; readonly state: () => Promise<string> }[] {
    return this.checks.map((check) => ({
      name: check.name,
      state: async () => (await check.check().catch(() => 'check failed')) ?? 'ok',
    }));
  }
}
