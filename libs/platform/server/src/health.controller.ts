import { Controller, Get, Header, HttpStatus, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { metricsRegistry } from './metrics';

/** What must hold before a surface takes traffic: a name, and a sentence when it does not hold. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<string | null>;
}
export const READINESS_CHECKS = Symbol('ReadinessChecks');

/** /healthz: the process answers. /readyz: it can serve. /metrics: Prometheus text. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(@Inject(READINESS_CHECKS) private readonly checks: readonly ReadinessCheck[]) {}

  @Get('healthz')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Record<string, string>> {
    const entries = await Promise.all(
      this.checks.map(async (each): Promise<[string, string]> => [
        each.name,
        (await each.check().catch(() => 'check failed')) ?? 'ok',
      ]),
    );
    if (entries.some(([, state]) => state !== 'ok')) response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return Object.fromEntries(entries);
  }

  @Get('metrics')
  @Header('content-type', metricsRegistry.contentType)
  metrics(): Promise<string> {
    return metricsRegistry.metrics();
  }
}
