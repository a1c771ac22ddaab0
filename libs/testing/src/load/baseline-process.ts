import type { BaselineAnswers } from './baseline';
import { startBaselineServer } from './baseline-server';

/** A process that reads each complete request and sends a fixed response: the cost of Node's HTTP alone for the same bytes. */
process.once('message', (given: BaselineAnswers) => void serve(given));
process.once('disconnect', () => process.exit());

async function serve(given: BaselineAnswers): Promise<void> {
  const answers = new Map(Object.entries(given).map(([request, base64]) => [request, Buffer.from(base64, 'base64')]));
  const { origin } = await startBaselineServer((request, send) => {
    request.on('data', () => undefined);
    request.once('end', () => send(answers.get(`${request.method} ${request.url}`)));
  });
  process.send?.(origin);
}
