import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { HEARTBEAT_BODY, HeartbeatAnswer, HeartbeatRefusal, HeartbeatRequest, TradingError } from '@foretell/contracts';
import { Caller, L2, Needs, type AuthenticatedCaller } from '@foretell/platform-auth';
import type { ServerResponse } from 'node:http';
import { Refuses, WITH_BODY } from '../refuses.decorator';
import { HeartbeatsService } from './heartbeats.service';

const HEARTBEAT_ID = /^[0-9a-f-]{36}$/;

/** Source: protocol 12, heartbeats. */
@ApiTags('orders')
@L2({ write: true })
@Needs('cancel')
@Controller()
export class HeartbeatsController {
  constructor(private readonly heartbeats: HeartbeatsService) {}

  @Post(['v1/heartbeats', 'heartbeats'])
  @HttpCode(200)
  @ApiOperation({
    operationId: 'sendHeartbeat',
    summary: 'Keeps the caller’s orders open; fifteen seconds after the last heartbeat they are cancelled',
  })
  @ApiBody(HEARTBEAT_BODY)
  @ApiOkResponse({ type: HeartbeatAnswer })
  @ApiExtraModels(HeartbeatRefusal, TradingError)
  @ApiResponse({
    status: 400,
    description: 'The id is not that of the last response, which is returned again; or the body is not JSON: malformed_json',
    schema: { anyOf: [{ $ref: getSchemaPath(HeartbeatRefusal) }, { $ref: getSchemaPath(TradingError) }] },
  })
  @Refuses(WITH_BODY)
  async beat(
    @Caller() caller: AuthenticatedCaller,
    @Body() { heartbeat_id: sent }: HeartbeatRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<HeartbeatAnswer | HeartbeatRefusal> {
    const { heartbeatId, isAccepted } = await this.heartbeats.beat(caller.address, sentIdOf(sent));
    if (isAccepted) return { heartbeat_id: heartbeatId, status: 'ok' };
    response.statusCode = 400;
    return {
      heartbeat_id: heartbeatId,
      status: 'error',
      error: 'the heartbeat_id is not that of the last answer',
      error_msg: 'Invalid Heartbeat ID',
    };
  }
}

/** Null when none was sent. An invalid id counts as an unknown one. */
function sentIdOf(sent: string | null): string | null {
  return sent === null || HEARTBEAT_ID.test(sent) ? sent : 'none';
}
