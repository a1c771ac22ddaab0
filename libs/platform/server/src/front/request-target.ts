import type { IncomingMessage } from 'node:http';
import { HttpFailure } from '../http-failure';

/** The target of a request. */
export interface RequestTarget {
  /** As received, without the query. */
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** The path as routers compare it: in lower case, without trailing slashes. */
  readonly route: string;
}

const TARGET = Symbol('target');

/** The part of a request that contains its target. */
export type Targeted = Pick<IncomingMessage, 'url'> & {
  /** Set once parsed. */
  [TARGET]?: RequestTarget | undefined;
};

/** A slash and printable ASCII except `#`: every URL parser splits it at the first `?` and nowhere else. */
const ALLOWED = /^\/[!"$-~]*$/;
const BAD_TARGET = new HttpFailure(
  400,
  'the request target must begin with "/" and hold only printable ASCII characters and no "#": percent-encode all others',
  'invalid_request_target',
);
const SLASH = 47;

/**
 * The target of a request, parsed once and cached. All decisions by path (limits, load shedding, body limits, the monitor's port)
 * use it, so that they apply to the routed path. Throws the refusal of a target that other parsers would read differently.
 */
export function targetOf(request: Targeted): RequestTarget {
  const known = request[TARGET];
  if (known !== undefined) return known;
  const target = readTarget(request.url ?? '');
  if (target === null) throw BAD_TARGET;
  request[TARGET] = target;
  return target;
}

/** Replaces the target of a request by another path. */
export function retarget(request: Targeted, url: string): void {
  request.url = url;
  request[TARGET] = undefined;
}

/** The target for display and logs, valid or not: without query and fragment. */
export function shownPath({ url = '' }: Targeted): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** Null for one that is not allowed. */
export function readTarget(url: string): RequestTarget | null {
  if (!ALLOWED.test(url)) return null;
  const question = url.indexOf('?');
  const path = question === -1 ? url : url.slice(0, question);
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end -= 1;
  return { path, query: question === -1 ? '' : url.slice(question + 1), route: path.slice(0, end).toLowerCase() };
}
