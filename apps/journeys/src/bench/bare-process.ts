import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BaselineAnswers } from './bare-server';

/** A process that reads each complete request and sends a fixed response: the cost of Node's HTTP alone for the same bytes. */
process.once('message', (given: BaselineAnswers) => {
  const answers = new Map(Object.entries(given).map(([request, base64]) => [request, Buffer.from(base64, 'base64')]));
  const server = createServer((request, response) => {
    request.on('data', () => undefined);
    request.once('end', () => {
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(answers.get(`${request.method} ${request.url}`));
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
