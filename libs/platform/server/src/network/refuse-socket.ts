import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { CORS_HEADERS } from '../cors';
import { JSON_TYPE } from '../encoded';
import type { HttpFailure } from '../http-failure';

/** Time for the peer to read the response; then this side ends the connection. */
const LINGER_MILLIS = 1_000;

/** Sends a refusal on the socket, for any request, and ends the connection. */
export function refuseSocket(socket: Duplex, { status, headers = {} }: HttpFailure, body: string): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries({ ...CORS_HEADERS, ...headers }).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  const timer = setTimeout(() => socket.destroy(), LINGER_MILLIS);
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => socket.destroy());
  // Reads and discards the peer's data: a reset for unread bytes could overtake the response.
  socket.resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
