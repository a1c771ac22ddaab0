import { HttpException, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDatabaseAway } from './database-away';
import { JSON_TYPE } from './encoded';
import { Counter } from 'prom-client';
import { shownPath } from './front/request-target';
import { HttpFailure, Unavailable, unavailable } from './http-failure';
import { metricsRegistry } from './metrics';
import { identityOf } from './request-identity';
import { endInTurn } from './turn-answers';

const refusals = new Counter({
  name: 'foretell_refusals_total',
  help: 'Requests answered with an error, by status and code.',
  labelNames: ['status', 'code'] as const,
  registers: [metricsRegistry],
});

const LOG_EVERY_MILLIS = 1_000;

/** The parts of a request that an error body may contain. */
export interface FailedRequest {
  /** Without the query. */
  readonly path: string;
}

/** A service's format of an error: the complete body, from a failure that is safe to show. */
export type FailureBody = (failure: HttpFailure, request: FailedRequest) => unknown;

/**
 * Turns every thrown value into the service's own error body. Anything unexpected is logged with its stack and answered as 500
 * without details, or as 503 when the database is unreachable.
 */
export class FailureAnswers {
  private readonly logger = new Logger('Failure');
  private awayLoggedAt = -Infinity;

  constructor(private readonly body: FailureBody) {}

  answer(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    const path = shownPath(request);
    const failure = this.toFailure(thrown, request, path);
    const body = this.reported(failure, { path });
    if (response.headersSent) return endInTurn(response, '');
    response.statusCode = failure.status;
    for (const [name, value] of Object.entries(failure.headers ?? {})) response.setHeader(name, value);
    response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    endInTurn(response, body);
  }

  /** Returns and counts the body of a refusal without a response object, such as that of a connection. */
  reported(failure: HttpFailure, request: FailedRequest): string {
    refusals.inc({ status: failure.status, code: failure.code });
    return JSON.stringify(this.body(failure, request));
  }

  private toFailure(thrown: unknown, request: IncomingMessage, path: string): HttpFailure {
    if (thrown instanceof HttpFailure) return thrown;
    if (thrown instanceof Unavailable) return unavailable(thrown);
    if (thrown instanceof HttpException && thrown.getStatus() < 500) {
      const status = thrown.getStatus();
      return status === 404
        ? new HttpFailure(404, 'not found', 'not_found')
        : new HttpFailure(status, thrown.message, 'bad_request');
    }
    if (isBadUrl(thrown)) return new HttpFailure(400, 'the path is not valid percent-encoding', 'bad_request');
    if (isPoolExhausted(thrown)) return DATABASE_BUSY;
    const isAway = isDatabaseAway(thrown);
    if (!isAway || this.isTimeToLog()) {
      const what = isAway ? 'the database cannot be used' : 'unexpected fault';
      this.logger.error({ ...identityOf(request), err: thrown, method: request.method, path }, what);
    }
    if (isAway) return DATABASE_AWAY;
    return new HttpFailure(500, 'Internal server error', 'internal_error');
  }

  /** While the database is unreachable every request fails: logs one line a second. */
  private isTimeToLog(): boolean {
    const now = performance.now();
    if (now - this.awayLoggedAt < LOG_EVERY_MILLIS) return false;
    this.awayLoggedAt = now;
    return true;
  }
}

const DATABASE_BUSY = unavailable(new Unavailable('too many requests wait for the database, try again', 'database_busy'));
const DATABASE_AWAY = unavailable(new Unavailable('the database cannot be used at present, try again', 'database_unavailable'));
/** The message of pg's pool when no connection became free in time; it has no code. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Every connection of a pool was in use for as long as a request may wait: overload, not a fault. */
function isPoolExhausted(thrown: unknown): boolean {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) if (cause.message.includes(NO_CONNECTION)) return true;
  return false;
}

/** Express raises this for paths like /markets/%ff. */
function isBadUrl(thrown: unknown): boolean {
  return thrown instanceof URIError || (thrown instanceof Error && 'status' in thrown && thrown.status === 400);
}
