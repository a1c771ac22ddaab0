import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LoadOrder } from './load-worker';
import type { Rate } from './rate';

/**
 * Reads addresses of a server over keep-alive connections, from a separate thread: the caller's process is the server's, so its
 * figures are the server's. Rejects when a response is not 200. Works only in built code: the thread runs the file next to this
 * one.
 */
export async function loadOf(order: LoadOrder): Promise<Rate> {
  const worker = new Worker(require.resolve('./load-worker'), { workerData: order });
  const [rate] = (await once(worker, 'message')) as [Rate];
  await worker.terminate();
  return rate;
}
