import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CLOCK, type Clock } from '@foretell/platform-server';

/** Liveness and time as public clients ask for them. Source: interface, Other paths; protocol 10. */
@ApiTags('status')
@Controller()
export class StatusController {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  @Get()
  @Header('content-type', 'text/plain; charset=utf-8')
  root(): string {
    return 'OK';
  }

  @Get('ok')
  @Header('content-type', 'application/json')
  ok(): string {
    return JSON.stringify('OK');
  }

  /** Unix seconds, a bare JSON number. */
  @Get('time')
  @Header('content-type', 'application/json')
  time(): string {
    return String(Math.floor(this.clock() / 1_000));
  }

  /** The order schema that clients should sign. */
  @Get('version')
  version(): { version: number } {
    return { version: 2 };
  }
}
