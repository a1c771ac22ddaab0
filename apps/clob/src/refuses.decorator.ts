import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { TradingError } from '@foretell/contracts';
import { FORBIDDEN_KEY } from '@foretell/platform-auth';

type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 503;

/** Documents the errors of a route: by status, the cause and the codes. */
export function Refuses(refusals: Partial<Record<RefusalStatus, string>>): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...Object.entries(refusals).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, type: TradingError }),
    ),
  );
}

/** A route that reads committed state. */
export const WHILE_STARTING = { 503: 'This replica is starting, retry after Retry-After: engine_not_ready' } as const;

/** A route that submits a command to the writer. */
export const WHEN_WRITING = {
  503:
    'Nothing was done, retry after Retry-After: engine_busy, engine_not_ready, database_unavailable. Or the outcome is unknown, and the same request ' +
    'may be sent again unchanged: outcome_unknown. If details.finalAfterSeconds is given, nothing of it begins after that many seconds',
} as const;

/** A route with a body. */
export const WITH_BODY = { 413: 'The body exceeds the route’s size limit: body_too_large' } as const;

/** A route that opens positions. */
export const FROM_THERE = {
  403: `The site refuses orders from the caller’s region: region_restricted. ${FORBIDDEN_KEY.write}`,
} as const;
