import { Controller, Get, Header, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { ServerResponse } from 'node:http';
import { EventLoop } from './event-loop';
import { metricsRegistry } from './metrics';
import { areOk, Readiness } from './readiness';
import { watchGauge } from './watched-gauge';
import { valueWithin } from './within';

/** Responses are reused for this time: rendering the metrics takes milliseconds, and no limit counts it. */
const CACHED_MILLIS = 100;
/** Shorter than a gauge may take to read: a check that hangs, as a database does that is cut off, does not hold. */
const HANGING_MILLIS = 1_500;
const READY = { name: 'foretell_ready', help: 'Whether each check of readiness holds: 1, or 0.' };

/** /healthz: the process responds in time. /readyz: it can serve, and is not stopping. /metrics: Prometheus text. */
@ApiExcludeController()
@Controller()
export class HealthController {
  private rendered: { readonly from: number; readonly text: Promise<string> } | null = null;

  constructor(
    private readonly readiness: Readiness,
    private readonly loop: EventLoop,
  ) {
    for (const { name, state } of readiness.each())
      watchGauge({ ...READY, labels: { check: name } }, async () =>
        (await valueWithin(HANGING_MILLIS, state(), () => null)) === 'ok' ? 1 : 0,
      );
  }

  @Get('healthz')
  live(@Res({ passthrough: true }) response: ServerResponse): { status: string } {
    const fault = this.loop.fault();
    if (fault !== null) response.statusCode = HttpStatus.SERVICE_UNAVAILABLE;
    return { status: fault ?? 'ok' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: ServerResponse): Promise<Record<string, string>> {
    const states = await this.readiness.states();
    if (!areOk(states)) response.statusCode = HttpStatus.SERVICE_UNAVAILABLE;
    return Object.fromEntries(states.map(({ name, state }) => [name, state]));
  }

  @Get('metrics')
  @Header('content-type', metricsRegistry.contentType)
  metrics(): Promise<string> {
    const now = performance.now();
    if (this.rendered === null || now - this.rendered.from >= CACHED_MILLIS)
      this.rendered = { from: now, text: metricsRegistry.metrics() };
    return this.rendered.text;
  }
}
