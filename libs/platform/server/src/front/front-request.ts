import type { IncomingMessage } from 'node:http';

/** A request with what handlers, guards and readers look at, whichever way it came in. */
export interface FrontRequest extends IncomingMessage {
  method: string;
  /** Path and query as they came. */
  originalUrl: string;
  /** The path alone. */
  path: string;
  rawBody?: Buffer;
  body?: unknown;
  /** The pattern that the request met, for the metrics. */
  route?: { readonly path: string };
}
