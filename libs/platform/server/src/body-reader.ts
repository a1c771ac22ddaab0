import type { IncomingMessage } from 'node:http';
import { HttpFailure } from './http-failure';

declare module 'express-serve-static-core' {
  interface Request {
    /** The body's exact bytes: signatures are computed over them. Absent when the request had none. */
    rawBody?: Buffer;
  }
}

/** A request and the fields for its body. */
export interface BodiedRequest extends IncomingMessage {
  rawBody?: Buffer;
  body?: unknown;
}

type Next = (cause?: unknown) => void;
/** Calls back when the request has its body, at once without one; has the form of a middleware. */
export type BodyReader = (request: BodiedRequest, response: unknown, next: Next) => void;

/** The maximum body size of a request, in bytes. */
export type BodyLimit = (request: IncomingMessage) => number;

/**
 * Reads and parses JSON bodies itself, because the HMAC needs the exact bytes and a second parse would be wasted. An empty body
 * counts as absent, for any content type (published clients send JSON headers on every request). Refuses a body over the limit
 * with 413. Refuses with 400 anything but JSON, tiny chunks and, before parsing, nesting deeper than any request's. The
 * connection survives all of it.
 */
export function jsonBodyReader(limitOf: BodyLimit): BodyReader {
  return (request, _response, next) => {
    const limitBytes = limitOf(request);
    const declaredBytes = Number(request.headers['content-length'] ?? 0);
    if (declaredBytes > limitBytes) {
      request.resume();
      next(tooLarge(limitBytes));
      return;
    }
    if (declaredBytes === 0 && request.headers['transfer-encoding'] === undefined) {
      next();
      return;
    }
    collect(request, limitBytes, next);
  };
}

/** Far beyond the deepest request: nesting within it in one item of a list does not affect the other items. */
const DEPTH_MAX = 32;
/** Far more than the packets of the largest body: storing each chunk costs a hundred times its content when that is one byte. */
const PIECES_MAX = 1_024;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * An unauthenticated body must be cheap to refuse. Most bodies have no more brackets than the limit, so that counting them is
 * enough.
 */
function isDeeperThan(bytes: Buffer, most: number): boolean {
  return opens(bytes, OPEN_OBJECT, most) + opens(bytes, OPEN_LIST, most) > most && isNestedDeeper(bytes, most);
}

/** The number of opening brackets, at any place; counted up to one more than `most`. */
function opens(bytes: Buffer, bracket: number, most: number): number {
  let count = 0;
  for (let at = bytes.indexOf(bracket); at !== -1 && count <= most; at = bytes.indexOf(bracket, at + 1)) count += 1;
  return count;
}

/** Counts brackets outside of texts, in one or two nanoseconds per byte. */
function isNestedDeeper(bytes: Uint8Array, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at += 1;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

function collect(request: BodiedRequest, limitBytes: number, next: Next): void {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let settled = false;
  const settle = (error?: unknown): void => {
    if (settled) return;
    settled = true;
    next(error);
  };
  request.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) settle(tooLarge(limitBytes));
    else if (chunks.length >= PIECES_MAX) settle(IN_CRUMBS);
    // Reads and drops the rest of a refused body.
    if (settled) chunks.length = 0;
    else chunks.push(chunk);
  });
  request.on('error', settle);
  request.on('aborted', () => settle(new HttpFailure(400, 'the request is incomplete', 'request_aborted')));
  request.on('end', () => {
    if (settled) return;
    if (sizeBytes === 0) return settle();
    request.rawBody = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    if (isDeeperThan(request.rawBody, DEPTH_MAX))
      return settle(new HttpFailure(400, `the body is nested deeper than ${DEPTH_MAX} levels`, 'body_too_deep'));
    try {
      request.body = JSON.parse(request.rawBody.toString('utf8'));
      settle();
    } catch {
      settle(new HttpFailure(400, 'the body is not valid JSON', 'malformed_json'));
    }
  });
}

const IN_CRUMBS = new HttpFailure(400, `the body has more than ${PIECES_MAX} chunks`, 'body_in_pieces');

function tooLarge(limitBytes: number): HttpFailure {
  return new HttpFailure(413, `the body is larger than ${limitBytes} bytes`, 'body_too_large', { limitBytes });
}
