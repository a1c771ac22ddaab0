import type { ServerResponse } from 'node:http';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A JSON answer in the bytes in which it goes out, made once and sent to many: a handler that promises T may give Encoded<T>.
 * Held as text of one byte a character, because node joins such a text with the head and writes both at once.
 */
export class Encoded<T> {
  /** Only for the type: what is encoded. */
  declare readonly of: T;
  readonly latin1: string;

  constructor(value: T) {
    this.latin1 = Buffer.from(JSON.stringify(value), 'utf8').toString('latin1');
  }
}

/** Sends a JSON answer with what the response has of status and headers: head and body leave in one write. */
export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('Content-Type', JSON_TYPE);
  if (value instanceof Encoded) {
    response.setHeader('Content-Length', value.latin1.length);
    response.end(value.latin1, 'latin1');
    return;
  }
  const body = JSON.stringify(value);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
