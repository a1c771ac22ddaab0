import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { RequestListener, Server } from 'node:http';
import { sendJson } from './encoded';
import { boundedServer, type SocketBounds } from './socket-bounds';

/**
 * Nest's Express adapter with a shorter path for JSON: length and type are known, no ETag is needed, and head and body leave in
 * one write. Express's own way costs as much again as node's HTTP.
 */
export class JsonAdapter extends ExpressAdapter {
  constructor(private readonly bounds: SocketBounds) {
    super();
  }

  /** Nest's own accepts no bounds. No service terminates TLS itself. */
  override initHttpServer(): void {
    this.setHttpServer(boundedServer(this.bounds, this.getInstance<RequestListener>()));
  }

  /** Nest's own does not set the backlog of waiting connections, which then defaults to 511. */
  override listen(port: string | number, ...rest: readonly (string | (() => void) | undefined)[]): Server {
    const host = rest.find((each) => typeof each === 'string');
    const callback = rest.find((each) => typeof each === 'function');
    const options = { port: Number(port), backlog: this.bounds.waiting, ...(host !== undefined && { host }) };
    return this.getHttpServer().listen(options, callback);
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (typeof body !== 'object' || body === null || response.headersSent || response.hasHeader('content-type')) {
      const answered: unknown = super.reply(response, body, statusCode);
      return answered;
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    sendJson(response, body);
    return undefined;
  }
}
