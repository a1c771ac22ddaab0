import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import type { Response } from 'express';
import { HeartbeatsService } from './heartbeats.service';

const HEARTBEAT_ID = /^[0-9a-f-]{36}$/;

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
    const { heartbeatId, isAccepted } = await this.heartbeats.beat(caller.address, sentIdOf(sent));
    if (isAccepted) return { heartbeat_id: heartbeatId };
    response.status(400);
    return { heartbeat_id: heartbeatId, error: 'the heartbeat_id is not that of the last answer' };
  }
}

/** Null when none was sent; what is no id at all is sent on as one that was never given out. */
function sentIdOf(sent: unknown): string | null {
  if (typeof sent !== 'string' || sent === '') return null;
  return HEARTBEAT_ID.test(sent) ? sent : 'none';
}
