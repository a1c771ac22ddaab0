import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { currentSpan } from './tracing/tracing';

/** Identifies the caller in a log line; none of it is secret. */
export interface RequestIdentity {
  /** The id that a proxy in front gave the request (X-Request-Id), or a generated one. */
  readonly requestId: string;
  /** The id of the authenticated API key. */
  readonly apiKey?: string;
  readonly traceId?: string;
}

/** The allowed form of an external id: it is written to the log. */
const NAME = /^[\w.:-]{1,128}$/;
const names = new WeakMap<IncomingMessage, string>();

/** Returns the same at each call: it links the log lines of one request. */
export function identityOf(request: IncomingMessage): RequestIdentity {
  const { auth } = request as { auth?: { apiKey?: unknown } };
  const traceId = currentSpan()?.traceId;
  return {
    requestId: nameOf(request),
    ...(typeof auth?.apiKey === 'string' ? { apiKey: auth.apiKey } : {}),
    ...(traceId === undefined ? {} : { traceId }),
  };
}

/** Generated on first use: few requests are logged. */
function nameOf(request: IncomingMessage): string {
  const known = names.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const name = typeof given === 'string' && NAME.test(given) ? given : randomUUID();
  names.set(request, name);
  return name;
}
