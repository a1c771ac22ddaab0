import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import type { Response } from 'express';
import { HeartbeatsService } from './heartbeats.service';

/** Source: protocol 12, heartbeats. */
@ApiTags('orders')
@L2({ write: true })
@Controller()
export class HeartbeatsController {
  constructor(private readonly heartbeats: HeartbeatsService) {}

  @Post(['v1/heartbeats', 'heartbeats'])
  @HttpCode(200)
  async beat(
    @Caller() caller: AuthenticatedCaller,
    @Body() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ heartbeat_id: string; error?: string }> {
    const sent = typeof body === 'object' && body !== null && 'heartbeat_id' in body ? body.heartbeat_id : null;
    const { heartbeatId, isAccepted } = await this.heartbeats.beat(caller.address, typeof sent === 'string' && sent !== '' ? sent : null);
    if (isAccepted) return { heartbeat_id: heartbeatId };
    response.status(400);
    return { heartbeat_id: heartbeatId, error: 'the heartbeat_id is not that of the last answer' };
  }
}
