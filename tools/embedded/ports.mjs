/** TCP ports of this machine. */
import { createConnection, createServer } from 'node:net';
import { freePort } from './free-port.cjs';

export { freePort };

/** Whether no process listens on the port, on any address that our servers would use. */
export async function isPortFree(port) {
  for (const host of ['127.0.0.1', undefined]) {
    const free = await new Promise((resolve) => {
      const server = createServer();
      server.once('error', (error) => resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'));
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (!free) return false;
  }
  return true;
}

/** `preferred` if it is free, otherwise any free port. */
export async function preferPort(preferred) {
  return preferred !== undefined && (await isPortFree(preferred)) ? preferred : freePort();
}

/** Whether a process accepts connections on 127.0.0.1:port. */
export function accepts(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const answer = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.setTimeout(1000, () => answer(false));
  });
}
