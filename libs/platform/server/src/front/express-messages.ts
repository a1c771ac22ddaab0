import type { Application, Request, Response } from 'express';
import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import { parse } from 'node:querystring';
import { CORS_HEADERS } from '../cors';
import { targetOf } from './request-target';

const CORS = Object.entries(CORS_HEADERS);
const CORS_LIST = CORS.flat();

/**
 * Request and response classes with the properties of Express (`request.ip`, `response.send`). So a request that bypasses
 * Express's router still has them, and no prototype changes at run time.
 */
export function expressMessages(express: Application): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  // The types of Express omit the prototypes.
  const { request, response } = express as unknown as { readonly request: object; readonly response: object };
  class ExpressRequest extends IncomingMessage {
    get path(): string {
      return targetOf(this).path;
    }

    get query(): Request['query'] {
      return parse(targetOf(this).query);
    }
  }
  /** Pages of any origin may read each response: the CORS headers come first. */
  class ExpressResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    locals: Response['locals'] = {};
    private allowsOrigins = false;

    override setHeader(name: string, value: number | string | readonly string[]): this {
      if (!this.allowsOrigins) this.allowOrigins();
      return super.setHeader(name, value);
    }

    /** A list of headers without other headers is sent unchanged, without being stored first. */
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
