import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { HttpFailure } from './http-failure';

/** A surface's way to say an error: the whole body, from a failure that is safe to show. */
export type FailureBody = (failure: HttpFailure, request: Request) => unknown;

/**
 * Turns everything thrown into the surface's own error body. What is not a HttpFailure is a fault of ours: it is logged
 * with its stack and answered as 500 without any of it.
 */
@Catch()
export class FailureFilter implements ExceptionFilter {
  private readonly logger = new Logger('Failure');

  constructor(private readonly body: FailureBody) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const failure = this.toFailure(thrown, request);
    if (response.headersSent) {
      response.end();
      return;
    }
    response
      .status(failure.status)
      .set(failure.headers ?? {})
      .json(this.body(failure, request));
  }

  private toFailure(thrown: unknown, request: Request): HttpFailure {
    if (thrown instanceof HttpFailure) return thrown;
    if (thrown instanceof HttpException && thrown.getStatus() < 500) {
      const status = thrown.getStatus();
      return status === 404
        ? new HttpFailure(404, 'not found', 'not_found')
        : new HttpFailure(status, thrown.message, 'bad_request');
    }
    if (isBadUrl(thrown)) return new HttpFailure(400, 'the path is not valid percent-encoding', 'bad_request');
    this.logger.error({ err: thrown, method: request.method, path: request.path }, 'unexpected fault');
    return new HttpFailure(500, 'Internal server error', 'internal_error');
  }
}

/** Express raises this for paths like /markets/%ff. */
function isBadUrl(thrown: unknown): boolean {
  return thrown instanceof URIError || (thrown instanceof Error && 'status' in thrown && thrown.status === 400);
}
