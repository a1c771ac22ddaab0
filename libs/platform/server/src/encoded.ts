import type { IncomingMessage, ServerResponse } from 'node:http';
import { endInTurn } from './turn-answers';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Node copies a text to join it with the head, which pays for small ones only. Bytes are sent as they are. */
const TEXT_BELOW_BYTES = 16_384;

/**
 * A JSON response as the bytes on the wire, encoded once and sent to many: a handler that promises T may return Encoded<T>.
 * Stored as text of one byte per character, because node joins such a text with the head and writes both at once; a large one
 * as bytes once it is sent.
 */
export class Encoded<T> {
  /** Type only: the encoded value. */
  declare readonly holds: T;

  private constructor(private stored: string | Buffer) {}

  static of<T>(value: T): Encoded<T> {
    return new Encoded<T>(Buffer.from(JSON.stringify(value), 'utf8').toString('latin1'));
  }

  /** An array of encoded values. */
  static list<T>(items: readonly Encoded<T>[]): Encoded<T[]> {
    return new Encoded<T[]>(`[${items.map(({ latin1 }) => latin1).join(',')}]`);
  }

  /** An object of these fields, some of them encoded; names are ASCII and need no escapes. */
  static object<T extends object>(fields: { readonly [N in keyof T]: T[N] | Encoded<T[N]> }): Encoded<T> {
    const parts = Object.entries(fields).map(
      ([name, value]: [string, unknown]) =>
        [name, value instanceof Encoded ? (value as Encoded<unknown>) : Encoded.of(value)] as const,
    );
    return new Encoded<T>(Encoded.record(parts).latin1);
  }

  /** An object of encoded values, by names that are ASCII and need no escapes. */
  static record<T>(fields: Iterable<readonly [string, Encoded<T>]>): Encoded<Record<string, T>> {
    return new Encoded<Record<string, T>>(`{${Array.from(fields, ([name, { latin1 }]) => `"${name}":${latin1}`).join(',')}}`);
  }

  /** In bytes. */
  get length(): number {
    return this.stored.length;
  }

  get latin1(): string {
    return typeof this.stored === 'string' ? this.stored : this.stored.toString('latin1');
  }

  /** What to write to a socket, a text as latin1. */
  get content(): string | Buffer {
    if (typeof this.stored === 'string' && this.stored.length >= TEXT_BELOW_BYTES) this.stored = this.bytes;
    return this.stored;
  }

  get bytes(): Buffer {
    return typeof this.stored === 'string' ? Buffer.from(this.stored, 'latin1') : this.stored;
  }
}

/** A response that sends itself with its own headers: a handler that promises T may return a reply that contains it. */
export abstract class Reply {
  abstract send(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
}

/**
 * Sends a JSON response, a value or its bytes, with the status, headers and type already set on the response. Head and body
 * are sent in one write.
 */
export function sendJson(response: ServerResponse, value: unknown): void {
  if (value instanceof Encoded) return send(response, JSON_TYPE, value.length, value.content, 'latin1');
  const body = Buffer.isBuffer(value) ? value : textOrBytes(JSON.stringify(value));
  send(response, JSON_TYPE, Buffer.byteLength(body), body, 'utf8');
}

/** Large ones are encoded once, not once for the length and once for the socket. */
function textOrBytes(json: string): string | Buffer {
  return json.length < TEXT_BELOW_BYTES ? json : Buffer.from(json);
}

/** Sends a text in UTF-8, as the type of the response or as HTML. */
export function sendText(response: ServerResponse, text: string): void {
  send(response, 'text/html', Buffer.byteLength(text), text, 'utf8', (type) =>
    type.includes('charset=') ? type : `${type}; charset=utf-8`,
  );
}

function send(
  response: ServerResponse,
  usualType: string,
  length: number,
  body: string | Buffer,
  encoding: BufferEncoding,
  shown = (type: string): string => type,
): void {
  if (response.getHeaderNames().length === 0) {
    response.writeHead(response.statusCode, ['Content-Type', shown(usualType), 'Content-Length', String(length)]);
  } else {
    response.setHeader('Content-Type', shown(String(response.getHeader('Content-Type') ?? usualType)));
    response.setHeader('Content-Length', length);
  }
  endInTurn(response, body, encoding);
}
