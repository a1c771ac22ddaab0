import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Send = (body: Buffer | string | undefined) => void;

interface BaselineServer {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** A server without routes, checks, logs or metrics, whose responses are declared as JSON. */
export async function startBaselineServer(answer: (request: IncomingMessage, send: Send) => void): Promise<BaselineServer> {
  const server = createServer((request, response) => {
    answer(request, (body) => {
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port}`, stop };
}
