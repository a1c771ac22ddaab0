import type { IncomingMessage } from 'node:http';
import { HttpFailure } from '../http-failure';

/** What a request asks for. */
export interface RequestTarget {
  /** As it came, without the query. */
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** The path as routers compare it: in lower case, without slashes at its end. */
  readonly route: string;
}

const TARGET = Symbol('target');

/** As much of a request as its target is read from. */
export type Targeted = Pick<IncomingMessage, 'url'> & {
  /** Once it was parsed. */
  [TARGET]?: RequestTarget | undefined;
};

/** Begins with a slash and goes on with printable ASCII but `#`: what every parser of URLs cuts at the first `?` and nowhere else. */
const ALLOWED = /^\/[!"$-~]*$/;
const BAD_TARGET = new HttpFailure(
  400,
  'the request target must begin with "/" and hold only printable ASCII characters and no "#": percent-encode all others',
  'invalid_request_target',
);
const SLASH = 47;

/**
 * The target of a request, parsed once however many ask. Whatever decides by the path, as limits, load shedding, body limits and
 * the monitor's port do, asks here, so that it decides about what is routed. Throws the refusal of a target that other parsers
 * would read in another way.
 */
export function targetOf(request: Targeted): RequestTarget {
  const known = request[TARGET];
  if (known !== undefined) return known;
  const target = readTarget(request.url ?? '');
  if (target === null) throw BAD_TARGET;
  request[TARGET] = target;
  return target;
}

/** Sends a request to another path: from here on it asks for that one. */
export function retarget(request: Targeted, url: string): void {
  request.url = url;
  request[TARGET] = undefined;
}

/** The target as it may be shown and logged, be it good or bad: without query and fragment. */
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
