import type { IncomingMessage } from 'node:http';

/** A request with the fields that handlers, guards and readers use, on either request path. */
export interface FrontRequest extends IncomingMessage {
  method: string;
  /** Path and query as received. */
  originalUrl: string;
  /** The path alone. */
  path: string;
  rawBody?: Buffer;
  body?: unknown;
  /** The matched route pattern, for the metrics. */
  route?: { readonly path: string };
}
