import type { ServerResponse } from 'node:http';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A JSON response as the bytes on the wire, encoded once and sent to many: a handler that promises T may return Encoded<T>.
 * Stored as text of one byte per character, because node joins such a text with the head and writes both at once.
 */
export class Encoded<T> {
  /** Type only: the encoded value. */
  declare readonly holds: T;

  private constructor(readonly latin1: string) {}

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
}

/** Sends a JSON response with the status and headers already set: head and body leave in one write. */
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
