import { RequestMethod } from '@nestjs/common';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import type { ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { RequestPipe } from '../request/request.pipe';
import type { FrontRequest } from './front-request';
import type { Check, Gate } from './gate';

/** The parts of a request that a route's arguments derive from. */
interface Call {
  readonly request: FrontRequest;
  readonly response: ServerResponse;
  /** The query as text, without its question mark. */
  readonly query: string;
  readonly params: Readonly<Record<string, string>>;
}

type Argument = (call: Call) => unknown;
type Handler = (...args: unknown[]) => unknown;
type Controller = new (...dependencies: never[]) => object;

/** One argument as Nest's parameter decorators declare it. */
interface NotedArgument {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes: readonly unknown[];
  readonly factory?: (data: unknown, context: ExecutionContextHost) => unknown;
}

/** A route, compiled once from its controller's declarations for Nest. */
export interface FrontRoute {
  readonly method: string;
  /** The pattern, as in the metrics and the document. */
  readonly path: string;
  readonly status: number;
  /** Headers that the handler declares: the response's type, if any. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly check: Check | null;
  /** The handler receives the response, and may set headers. */
  readonly asksForResponse: boolean;
  /** It sends the response itself. */
  readonly isAnswering: boolean;
  call(call: Call): unknown;
}

/**
 * A handler's routes: one for each of its paths. Throws for a declaration that the fast path does not support: its responses must
 * equal Express's. None for a handler that the gate leaves to Express, for a path with an asterisk, and for a method that is not
 * a handler.
 */
export function compileRoutes(instance: object, name: string, gate: Gate | null, pipe: RequestPipe): readonly FrontRoute[] {
  const controller = instance.constructor as Controller;
  const handler = Reflect.get(instance, name) as Handler;
  const own = (key: string): unknown => Reflect.getMetadata(key, handler);
  const paths = [own(PATH_METADATA)].flat().filter((path) => typeof path === 'string' && !path.includes('*')) as string[];
  if (paths.length === 0) return [];
  const refuse = (why: string): Error => new Error(`${controller.name}.${name} cannot be in front of Express: ${why}`);
  for (const key of [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA])
    if (own(key) !== undefined || Reflect.getMetadata(key, controller) !== undefined)
      throw refuse('it has a guard, pipe or interceptor of its own');
  const headers = (own(HEADERS_METADATA) as FrontRoute['headers'] | undefined) ?? [];
  if (headers.some(({ name: header }) => header.toLowerCase() !== 'content-type')) throw refuse('it declares more than its type');
  const method = RequestMethod[own(METHOD_METADATA) as RequestMethod];
  const args = argumentsOf(instance, name, pipe, refuse);
  const check = gate?.checkOf(handler, controller) ?? null;
  if (check === 'express') return [];
  const asksForResponse = keysOf(controller, name).some((key) => key.startsWith(`${RouteParamtypes.RESPONSE}:`));
  const route = {
    method,
    status: (own(HTTP_CODE_METADATA) as number | undefined) ?? (method === 'POST' ? 201 : 200),
    headers,
    check,
    asksForResponse,
    isAnswering: asksForResponse && Reflect.getMetadata(RESPONSE_PASSTHROUGH_METADATA, controller, name) !== true,
    call: (call: Call): unknown => {
      const values: unknown[] = [];
      for (const { index, argument } of args) values[index] = argument(call);
      return handler.apply(instance, values);
    },
  } satisfies Omit<FrontRoute, 'path'>;
  const prefix: unknown = Reflect.getMetadata(PATH_METADATA, controller);
  return paths.map((path) => ({ ...route, path: joined(prefix, path) }));
}

function keysOf(controller: object, name: string): readonly string[] {
  return Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as object);
}

function joined(prefix: unknown, path: string): string {
  const parts = `${typeof prefix === 'string' ? prefix : ''}/${path}`.split('/').filter((part) => part !== '');
  return `/${parts.join('/')}`;
}

/** In Nest's order of evaluation: of two faults both request paths report the same one. */
function argumentsOf(
  instance: object,
  name: string,
  pipe: RequestPipe,
  refuse: (why: string) => Error,
): readonly { readonly index: number; readonly argument: Argument }[] {
  const controller = instance.constructor;
  const noted = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<Record<string, NotedArgument>>;
  const types = (Reflect.getMetadata('design:paramtypes', instance, name) ?? []) as readonly unknown[];
  const args: { readonly index: number; readonly argument: Argument }[] = [];
  for (const [key, { index, data, pipes, factory }] of Object.entries(noted)) {
    if (pipes.length > 0) throw refuse('an argument has a pipe of its own');
    if (key.includes(CUSTOM_ROUTE_ARGS_METADATA) && factory !== undefined) {
      const handler = Reflect.get(instance, name) as Handler;
      const argument: Argument = ({ request, response }) =>
        factory(data, new ExecutionContextHost([request, response], controller as Controller, handler));
      args.push({ index, argument });
      continue;
    }
    const kind: RouteParamtypes = Number(key.split(':', 1)[0]);
    // A response parameter's data marks it as passthrough.
    if (data !== undefined && kind !== RouteParamtypes.RESPONSE) throw refuse('an argument is a part of query, path or body');
    args.push({ index, argument: argumentOf(kind, types[index], pipe, refuse) });
  }
  return args;
}

function argumentOf(kind: RouteParamtypes, metatype: unknown, pipe: RequestPipe, refuse: (why: string) => Error): Argument {
  const read = (type: 'query' | 'param' | 'body', value: unknown): unknown =>
    pipe.transform(value, { type, ...(isClass(metatype) ? { metatype } : {}) });
  switch (kind) {
    case RouteParamtypes.REQUEST:
      return ({ request }) => request;
    case RouteParamtypes.RESPONSE:
      return ({ response }) => response;
    case RouteParamtypes.BODY:
      return ({ request }) => read('body', request.body);
    case RouteParamtypes.QUERY:
      return ({ query }) => read('query', parse(query));
    case RouteParamtypes.PARAM:
      return ({ params }) => read('param', params);
    default:
      throw refuse('an argument of that kind is not known');
  }
}

function isClass(value: unknown): value is new () => object {
  return typeof value === 'function';
}
