import type { Application, Request, Response } from 'express';
import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import { parse } from 'node:querystring';
import { CORS_HEADERS } from '../cors';
import { targetOf } from './request-target';

const CORS = Object.entries(CORS_HEADERS);
const CORS_LIST = CORS.flat();

/**
 * Classes of requests and responses that have what Express gives them from the start (`request.ip`, `response.send`). A request
 * that does not go through Express's router is one of Express all the same, and no prototype is changed while it is served.
 */
export function expressMessages(express: Application): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  // Its types leave out the prototypes.
  const { request, response } = express as unknown as { readonly request: object; readonly response: object };
  class ExpressRequest extends IncomingMessage {
    get path(): string {
      return targetOf(this).path;
    }

    get query(): Request['query'] {
      return parse(targetOf(this).query);
    }
  }
  /** Every answer may be read by pages of other origins: the headers that say so go before all others. */
  class ExpressResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    locals: Response['locals'] = {};
    private allowsOrigins = false;

    override setHeader(name: string, value: number | string | readonly string[]): this {
      if (!this.allowsOrigins) this.allowOrigins();
      return super.setHeader(name, value);
    }

    /** Headers in a list that are the only ones are sent as they are, without being stored first. */
    override writeHead(statusCode: number, ...rest: unknown[]): this {
      if (this.allowsOrigins) return super.writeHead(statusCode, ...(rest as []));
      const [list] = rest;
      if (Array.isArray(list)) return super.writeHead(statusCode, [...CORS_LIST, ...(list as string[])]);
      this.allowOrigins();
      return super.writeHead(statusCode, ...(rest as []));
    }

    private allowOrigins(): void {
      this.allowsOrigins = true;
      for (const [name, value] of CORS) super.setHeader(name, value);
    }
  }
  Object.setPrototypeOf(ExpressRequest.prototype, request);
  Object.setPrototypeOf(ExpressResponse.prototype, response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
