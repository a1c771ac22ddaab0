import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Waits until the responses to the requests that have arrived on the connection are sent: what is written before would be read
 * as one of them. A request that has arrived in part is not waited for. Calls nothing once the connection is over.
 */
export function afterAnswers(socket: Socket, next: () => void): void {
  const fail = (): void => void socket.destroy();
  socket.on('error', fail);
  const wait = (): void => {
    const response = answerUnderWay(socket);
    if (response?.req.complete === true) return void response.once('close', () => setImmediate(wait));
    socket.removeListener('error', fail);
    if (!socket.destroyed && socket.writable) next();
  };
  wait();
}

/** Node's internal field of the response that a connection is writing; no public one exists. Verified by upgrades.spec.ts. */
export function answerUnderWay(socket: Socket): ServerResponse | null {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return (response as ServerResponse | null | undefined) ?? null;
}
