import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Application, Request, Response } from 'express';
import type { IncomingMessage, Server } from 'node:http';
import type { BodyReader } from './body-reader';
import { Reply, sendJson, sendText } from './encoded';
import { expressMessages } from './front/express-messages';
import { targetOf } from './front/request-target';
import { RouteMap } from './front/route-map';
import { boundedServer, type SocketBounds } from './socket-bounds';

type Next = (cause?: unknown) => void;
type Handler = (request: Request, response: Response, next: Next) => unknown;
/** Path and handler, as Nest gives them. */
type Registered = Parameters<ExpressAdapter['get']>;
/** Calls `handle` at once or later, or never when the client has left; it settles once the handler has answered. */
type CarryOut = (request: IncomingMessage, handle: () => Promise<void>) => void;
type ErrorHandler = (cause: unknown, request: Request, response: Response, next: Next) => unknown;

/**
 * Nest's Express adapter with faster routing and responses. Routing: finds Nest's composed handlers (with guards,
 * interceptors, pipes and filters) by exact method and path, without Express's router. Express has the same handlers for HEAD,
 * OPTIONS and other spellings of a path. Responses: JSON has a length and a type but no ETag, and is sent with its head in one
 * write. Express's own path costs as much as all of node's HTTP.
 */
export class JsonAdapter extends ExpressAdapter {
  private readonly routes = new RouteMap<Handler>();
  private onError: ErrorHandler = (cause) => {
    throw cause;
  };
  private carryOut: CarryOut = (_request, handle) => void handle();

  constructor(
    private readonly bounds: SocketBounds,
    private readonly readBody: BodyReader,
  ) {
    super();
  }

  override get(...route: unknown[]): unknown {
    return super.get(...this.keep('GET', route));
  }

  override post(...route: unknown[]): unknown {
    return super.post(...this.keep('POST', route));
  }

  override put(...route: unknown[]): unknown {
    return super.put(...this.keep('PUT', route));
  }

  override patch(...route: unknown[]): unknown {
    return super.patch(...this.keep('PATCH', route));
  }

  override delete(...route: unknown[]): unknown {
    return super.delete(...this.keep('DELETE', route));
  }

  /** Nest's last failure handler; also answers for an unreadable body. */
  override setErrorHandler(handler: ErrorHandler, prefix?: string): unknown {
    this.onError = handler;
    return super.setErrorHandler(handler, prefix);
  }

  /** Requests routed by method and path would bypass it. */
  override createMiddlewareFactory(): never {
    throw new Error('middleware of single routes is not supported: use a guard, an interceptor or a pipe');
  }

  /** Nest's version accepts no bounds. No service terminates TLS itself. */
  override initHttpServer(): void {
    const express = this.getInstance<Application>();
    this.setHttpServer(
      boundedServer(
        this.bounds,
        (request, response) => this.serve(express, request as Request, response as Response),
        expressMessages(express),
      ),
    );
  }

  /** Nest's version does not set the backlog of waiting connections, which then defaults to 511. */
  override listen(port: string | number, ...rest: readonly (string | (() => void) | undefined)[]): Server {
    const host = rest.find((each) => typeof each === 'string');
    const callback = rest.find((each) => typeof each === 'function');
    const options = { port: Number(port), backlog: this.bounds.waiting, ...(host !== undefined && { host }) };
    return this.getHttpServer().listen(options, callback);
  }

  /** Without the validation of Express. */
  override status(response: Response, statusCode: number): Response {
    response.statusCode = statusCode;
    return response;
  }

  /** Without Express's lookup of the content type, which `reply` does for texts. */
  override setHeader(response: Response, name: string, value: string): Response {
    return response.setHeader(name, value);
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const isExpress = body === undefined || body === null || body instanceof StreamableFile;
    if (isExpress || response.headersSent || (typeof body !== 'object' && isConditional(response.req))) {
      const answered: unknown = super.reply(response, body, statusCode);
      return answered;
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    if (body instanceof Reply) return body.send(response.req, response);
    if (typeof body === 'object') sendJson(response, body);
    else sendText(response, typeof body === 'string' ? body : JSON.stringify(body));
    return undefined;
  }

  /** Whether a request for exactly this method and path is found without Express's router. */
  isMapped(method: string, path: string): boolean {
    return this.routes.find(method, path) !== null;
  }

  /** From now on, `carryOut` decides when the handlers of requests run. */
  carryOutBy(carryOut: CarryOut): void {
    this.carryOut = carryOut;
  }

  private keep(method: string, route: readonly unknown[]): Registered {
    const [path, given] = route;
    if (typeof path !== 'string' || typeof given !== 'function') return route as unknown as Registered;
    const handler = this.carriedOut(given as Handler);
    this.routes.add(method, path, handler);
    return [path, handler] as unknown as Registered;
  }

  private carriedOut(handler: Handler): Handler {
    return (request, response, next) =>
      this.carryOut(request, async () => {
        // Nest's handlers pass failures to a filter; other handlers may throw.
        try {
          await handler(request, response, next);
        } catch (thrown) {
          next(thrown);
        }
      });
  }

  private serve(express: Application, request: Request, response: Response): void {
    const match = this.routes.find(request.method, targetOf(request).path);
    if (match === null) return void express(request, response);
    const { handler, pattern, params } = match;
    request.res = response;
    request.originalUrl = request.url;
    request.params = params;
    request.route = { path: pattern };
    const fail: Next = (cause) => void this.onError(cause, request, response, fail);
    this.readBody(request, response, (cause) => {
      if (cause !== undefined) return fail(cause);
      handler(request, response, fail);
    });
  }
}

/** Express evaluates the conditional headers of text responses. */
function isConditional({ headers }: IncomingMessage): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
}
