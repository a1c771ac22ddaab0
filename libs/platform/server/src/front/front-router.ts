import { StreamableFile } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyReader } from '../body-reader';
import { Encoded, JSON_TYPE } from '../encoded';
import { CORS_HEADERS } from '../cors';
import type { FailureAnswers } from '../failure-answers';
import type { FrontRequest } from './front-request';
import type { FrontRoute } from './front-route';
import { targetOf } from './request-target';

const CORS = Object.entries(CORS_HEADERS).flat();

interface PathRoute {
  readonly parts: readonly string[];
  readonly route: FrontRoute;
}

/** Answers routes in front of Express: the same handlers behind the same checks, on a shorter path. */
export class FrontRouter {
  private readonly exact = new Map<string, FrontRoute>();
  private readonly patterns: PathRoute[] = [];

  constructor(
    routes: readonly FrontRoute[],
    private readonly readBody: BodyReader,
    private readonly failures: FailureAnswers,
  ) {
    for (const route of routes) {
      if (route.path.includes(':')) this.patterns.push({ parts: route.path.split('/'), route });
      else this.exact.set(`${route.method} ${route.path}`, route);
    }
  }

  /** False for a request that Express must answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '' } = request;
    // Express evaluates conditional requests.
    if (request.headers['if-none-match'] !== undefined || request.headers['if-modified-since'] !== undefined) return false;
    const { path, query } = targetOf(request);
    const exact = this.exact.get(`${method} ${path}`);
    if (exact !== undefined) return this.take(exact, request, response, path, query, {});
    // Express decodes parameters.
    if (this.patterns.length === 0 || path.includes('%')) return false;
    const parts = path.split('/');
    for (const pattern of this.patterns) {
      const params = pattern.route.method === method ? paramsOf(pattern.parts, parts) : null;
      if (params !== null) return this.take(pattern.route, request, response, path, query, params);
    }
    return false;
  }

  private take(
    route: FrontRoute,
    incoming: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
    params: Readonly<Record<string, string>>,
  ): true {
    const { url = '', method = '' } = incoming;
    const request = Object.assign(incoming, { originalUrl: url, path, method, route: { path: route.path } }) as FrontRequest;
    if (route.asksForResponse) allowOrigins(response);
    const fail = (cause: unknown): void => this.failures.answer(cause, request, response, CORS);
    const run = (): void =>
      settle(
        () => route.call({ request, response, query, params }),
        (value) => {
          if (!route.isAnswering) send(route, response, value);
        },
        fail,
      );
    this.readBody(request, response, (cause) => {
      if (cause !== undefined) fail(cause);
      else if (route.check === null) run();
      else settle(() => route.check?.(request), run, fail);
    });
    return true;
  }
}

/** Continues synchronously when nothing has to be awaited. */
function settle<T>(begin: () => T | Promise<T>, then: (value: T) => void, fail: (cause: unknown) => void): void {
  try {
    const begun = begin();
    if (begun instanceof Promise) begun.then(then).catch(fail);
    else then(begun);
  } catch (cause) {
    fail(cause);
  }
}

/** For a path that matches the pattern; a part is never empty. */
function paramsOf(pattern: readonly string[], parts: readonly string[]): Readonly<Record<string, string>> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, wanted] of pattern.entries()) {
    const part = parts[at] ?? '';
    if (wanted.startsWith(':') && part !== '') params[wanted.slice(1)] = part;
    else if (wanted !== part) return null;
  }
  return params;
}

/** A handler may have set another status than its route's. */
function send(route: FrontRoute, response: ServerResponse, value: unknown): void {
  const code = response.statusCode === 200 ? route.status : response.statusCode;
  if (value instanceof Encoded) {
    writeHead(route, response, code, JSON_TYPE, value.latin1.length);
    response.end(value.latin1, 'latin1');
    return;
  }
  if (value instanceof StreamableFile) {
    sendFile(response, code, route.headers, value);
    return;
  }
  const declared = route.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const isNothing = value === undefined || value === null;
  const isText = isNothing || typeof value !== 'object';
  const body = isNothing ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const type = declared ?? JSON_TYPE;
  // Express adds the charset of texts.
  const fullType = isText && !type.includes('charset=') ? `${type}; charset=utf-8` : type;
  writeHead(route, response, code, fullType, Buffer.byteLength(body));
  response.end(body);
}

function writeHead({ asksForResponse }: FrontRoute, response: ServerResponse, code: number, type: string, length: number): void {
  const own = ['Content-Type', type, 'Content-Length', String(length)];
  // The others are set already, before those that the handler set.
  response.writeHead(code, asksForResponse ? own : [...CORS, ...own]);
}

function allowOrigins(response: ServerResponse): void {
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.setHeader(name, value);
}

/** As in Nest, the handler's declared headers take precedence over the file's own. */
function sendFile(response: ServerResponse, status: number, declared: FrontRoute['headers'], file: StreamableFile): void {
  const { type, disposition, length } = file.getHeaders();
  const own = { 'Content-Type': type, 'Content-Disposition': disposition, 'Content-Length': length };
  allowOrigins(response);
  for (const { name, value } of declared) response.setHeader(name, value);
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && !response.hasHeader(name)) response.setHeader(name, value);
  response.writeHead(status);
  file.getStream().pipe(response);
}
