import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { RequestListener, Server } from 'node:http';
import { sendJson } from './encoded';
import { boundedServer, type SocketBounds } from './socket-bounds';

/**
 * Nest's Express adapter with a shorter way out for JSON: length and type are known, no ETag is asked for, and head and body
 * leave in one write. Express's own way costs as much again as all of node's HTTP.
 */
export class JsonAdapter extends ExpressAdapter {
  constructor(private readonly bounds: SocketBounds) {
    super();
  }

  /** Nest's own takes no bounds. No surface speaks TLS itself. */
  override initHttpServer(): void {
    this.setHttpServer(boundedServer(this.bounds, this.getInstance<RequestListener>()));
  }

  /** Nest's own says nothing of the connections that may wait, which are 511 then. */
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
