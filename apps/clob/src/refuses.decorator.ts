import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { TradingError } from '@foretell/contracts';

type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 425 | 503;

/** Documents the refusals of a route: by status, when it happens and the machine codes of it. */
export function Refuses(refusals: Partial<Record<RefusalStatus, string>>): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...Object.entries(refusals).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, type: TradingError }),
    ),
  );
}

/** A route that reads what the writer committed. */
export const WHILE_STARTING = { 425: 'The trading engine is starting, try again after Retry-After: engine_not_ready' } as const;

/** A route whose work is a command to the writer. */
export const WHEN_WRITING = {
  ...WHILE_STARTING,
  503: 'Too many commands are waiting (engine_busy), or the outcome is unknown (engine_stopped): ask again after Retry-After',
} as const;

/** A route with a body. */
export const WITH_BODY = { 413: 'The body is larger than any request of the route: body_too_large' } as const;
