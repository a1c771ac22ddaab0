import type { IncomingMessage } from 'node:http';
import { HttpFailure } from './http-failure';

declare module 'express-serve-static-core' {
  interface Request {
    /** The body's exact bytes: signatures are computed over them. Absent when the request had none. */
    rawBody?: Buffer;
  }
}

/** A request and where its body goes. */
export interface BodiedRequest extends IncomingMessage {
  rawBody?: Buffer;
  body?: unknown;
}

type Next = (cause?: unknown) => void;
/** Calls back when the request has its body, at once where there is none; in the form of a middleware. */
export type BodyReader = (request: BodiedRequest, response: unknown, next: Next) => void;

/**
 * Reads and parses JSON bodies itself, because the HMAC needs the exact bytes and no second parse should be paid. An empty
 * body is no body, whatever its content type (published clients send JSON headers on every request). Refuses more
 * than limitBytes with 413 and anything but JSON with 400; the connection survives both.
 */
export function jsonBodyReader(limitBytes: number): BodyReader {
  return (request, _response, next) => {
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
    else chunks.push(chunk);
  });
  request.on('error', settle);
  request.on('aborted', () => settle(new HttpFailure(400, 'the request was cut off', 'request_aborted')));
  request.on('end', () => {
    if (settled) return;
    if (sizeBytes === 0) return settle();
    request.rawBody = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    try {
      request.body = JSON.parse(request.rawBody.toString('utf8'));
      settle();
    } catch {
      settle(new HttpFailure(400, 'the body is not valid JSON', 'malformed_json'));
    }
  });
}

function tooLarge(limitBytes: number): HttpFailure {
  return new HttpFailure(413, `the body is larger than ${limitBytes} bytes`, 'body_too_large', { limitBytes });
}
