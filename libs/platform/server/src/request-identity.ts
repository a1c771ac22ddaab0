import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { currentSpan } from './tracing/tracing';

/** What a log line says of who asked; nothing in it is secret. */
export interface RequestIdentity {
  /** As a proxy in front named the request (X-Request-Id), or a name of our own. */
  readonly requestId: string;
  /** The name of the API key that the caller proved to hold. */
  readonly apiKey?: string;
  readonly traceId?: string;
}

/** What a name may be that others give: it goes into the log. */
const NAME = /^[\w.:-]{1,128}$/;
const names = new WeakMap<IncomingMessage, string>();

/** The same at each call: the lines of one request are found by it. */
export function identityOf(request: IncomingMessage): RequestIdentity {
  const { auth } = request as { auth?: { apiKey?: unknown } };
  const traceId = currentSpan()?.traceId;
  return {
    requestId: nameOf(request),
    ...(typeof auth?.apiKey === 'string' ? { apiKey: auth.apiKey } : {}),
    ...(traceId === undefined ? {} : { traceId }),
  };
}

/** Made when it is first asked for: few requests are logged. */
function nameOf(request: IncomingMessage): string {
  const known = names.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const name = typeof given === 'string' && NAME.test(given) ? given : randomUUID();
  names.set(request, name);
  return name;
}
