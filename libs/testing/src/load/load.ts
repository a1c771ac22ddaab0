import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LoadOrder } from './load-worker';
import type { Rate } from './rate';

/**
 * Reads addresses of a server over kept-alive connections, from a thread of its own: the caller's process is the server's, and
 * what it measures is the server. Rejects when an answer is not 200. Only for built code: the thread runs the file beside this
 * one.
 */
export async function loadOf(order: LoadOrder): Promise<Rate> {
  const worker = new Worker(require.resolve('./load-worker'), { workerData: order });
  const [rate] = (await once(worker, 'message')) as [Rate];
  await worker.terminate();
  return rate;
}
