import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterAnswers } from './pending-answers';

/** The server's event for a WebSocket upgrade, with the arguments of node's `upgrade`. */
export const WEBSOCKET = 'websocket';
const UPGRADE = 'upgrade';

/**
 * Passes WebSocket upgrades to the listener of WEBSOCKET, and ignores every other `Upgrade`, as RFC 9110 allows: the request is
 * answered as HTTP/1.1, including its body and the requests after it. Java's HTTP client offers `h2c` with every clear-text
 * request.
 *
 * Node 20 stops parsing at such a request, for any protocol. So the request is rewritten without the header, in front of the
 * bytes after it, and the connection is passed to node again: the request passes all bounds and limits as any other does.
 */
export function ignoreOtherUpgrades(server: Server): void {
  const [read] = server.listeners('connection');
  if (read === undefined) throw new Error('the server reads no connections');
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (isWebSocket(request) && server.listenerCount(WEBSOCKET) > 0)
      afterAnswers(socket, () => server.emit(WEBSOCKET, request, socket, head));
    else if (hasAllHeaders(request, server)) afterAnswers(socket, () => readAgain(request, socket, head));
    else tooManyHeaders(server, socket);
  });

  function readAgain(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
    read?.call(server, socket);
  }
}

function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/** Node drops headers beyond its maximum: without a dropped content length, the body would be parsed as other requests. */
function hasAllHeaders({ rawHeaders }: IncomingMessage, { maxHeadersCount }: Server): boolean {
  return maxHeadersCount === null || maxHeadersCount === 0 || rawHeaders.length < maxHeadersCount * 2;
}

/** Raises the same error as node's parser for a head that is too large. */
function tooManyHeaders(server: Server, socket: Socket): void {
  const cause = Object.assign(new Error('too many headers'), { code: 'HPE_HEADER_OVERFLOW' });
  if (!server.emit('clientError', cause, socket)) socket.destroy();
}

/** Takes no more bytes than it arrived in. */
function headWithoutUpgrade({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (name.toLowerCase() !== UPGRADE) lines.push(`${name}:${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
