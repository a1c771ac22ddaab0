import { parentPort, workerData } from 'node:worker_threads';
import { Client } from 'undici';
import { rateOf } from './rate';

/** The input of a worker: addresses are read in their order, `lanes` concurrently. */
export interface LoadOrder {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly lanes: number;
}

void run(workerData as LoadOrder);

async function run({ origin, paths, lanes }: LoadOrder): Promise<void> {
  const free = Array.from({ length: lanes }, () => new Client(origin));
  const rate = await rateOf(paths.length, lanes, async (index) => {
    const client = free.pop();
    if (client === undefined) throw new Error('there are fewer connections than lanes');
    const path = paths[index] ?? '/';
    const { statusCode, body } = await client.request({ method: 'GET', path });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    free.push(client);
  });
  await Promise.all(free.map((client) => client.close()));
  parentPort?.postMessage(rate);
}
