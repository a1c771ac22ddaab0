import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What the server emits for a request to become a WebSocket, with the arguments of node's `upgrade`. */
export const WEBSOCKET = 'websocket';
const UPGRADE = 'upgrade';

/**
 * Lets a request to become a WebSocket through to whoever listens for WEBSOCKET, and has every other `Upgrade` ignored, as RFC
 * 9110 allows: the request is answered as HTTP/1.1, its body and the requests behind it included. Java's HTTP client offers `h2c`
 * with every request in clear text.
 *
 * Node 20 stops parsing at such a request, whatever it upgrades to. Hence it is written anew without the header, in front of what
 * came behind it, and the connection is given to node once more: the request passes all bounds and limits as any other does.
 */
export function ignoreOtherUpgrades(server: Server): void {
  const [read] = server.listeners('connection');
  if (read === undefined) throw new Error('the server reads no connections');
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (isWebSocket(request) && server.listenerCount(WEBSOCKET) > 0) server.emit(WEBSOCKET, request, socket, head);
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

/**
 * Node keeps no headers beyond its maximum: one that is missing, as a content length, would make other requests of what follows.
 */
function hasAllHeaders({ rawHeaders }: IncomingMessage, { maxHeadersCount }: Server): boolean {
  return maxHeadersCount === null || maxHeadersCount === 0 || rawHeaders.length < maxHeadersCount * 2;
}

/** As node's parser says that a head is too large. */
function tooManyHeaders(server: Server, socket: Socket): void {
  const cause = Object.assign(new Error('too many headers'), { code: 'HPE_HEADER_OVERFLOW' });
  if (!server.emit('clientError', cause, socket)) socket.destroy();
}

/** Answers to requests that came before on the connection leave before the next request is read. */
function afterAnswers(socket: Socket, next: () => void): void {
  const fail = (): void => void socket.destroy();
  socket.on('error', fail);
  const wait = (): void => {
    const response = answerUnderWay(socket);
    if (response !== null) return void response.once('close', () => setImmediate(wait));
    socket.removeListener('error', fail);
    if (!socket.destroyed && socket.writable) next();
  };
  wait();
}

/** Node's own mark of the response that a connection is writing; there is no public one. Held by upgrades.spec.ts. */
function answerUnderWay(socket: Socket): ServerResponse | null {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return (response as ServerResponse | null | undefined) ?? null;
}

/** In no more bytes than it came in. */
function headWithoutUpgrade({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (name.toLowerCase() !== UPGRADE) lines.push(`${name}:${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
