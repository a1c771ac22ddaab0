import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadOf } from './load';
import type { Rate } from './rate';

/**
 * The baseline of node's HTTP: the rate of a server without routes, checks, logs or metrics, under the same load as the measured
 * one. It sends what `answer` returns for 0, 1, 2...: bytes unchanged, anything else as JSON.
 */
export async function baselineRateOf(answer: (index: number) => unknown, requests: number, lanes: number): Promise<Rate> {
  const server = createServer((request, response) => {
    void Promise.resolve(answer(Number(request.url?.slice(1)))).then((value) => {
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(Buffer.isBuffer(value) ? value : JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const order = { origin: `http://127.0.0.1:${port}`, paths: Array.from({ length: requests }, (_, index) => `/${index}`), lanes };
  try {
    await loadOf({ ...order, paths: order.paths.slice(0, requests / 4) });
    return await loadOf(order);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
