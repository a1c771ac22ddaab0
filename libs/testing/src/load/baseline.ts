import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startBaselineServer } from './baseline-server';
import { loadOf } from './load';
import type { Rate } from './rate';

/**
 * The baseline of node's HTTP: the rate of a baseline server in this process, under the same load as the measured one. It sends
 * what `answer` returns for 0, 1, 2...: bytes unchanged, anything else as JSON.
 */
export async function baselineRateOf(answer: (index: number) => unknown, requests: number, lanes: number): Promise<Rate> {
  const { origin, stop } = await startBaselineServer((request, send) => {
    void Promise.resolve(answer(Number(request.url?.slice(1)))).then((value) =>
      send(Buffer.isBuffer(value) ? value : JSON.stringify(value)),
    );
  });
  const order = { origin, paths: Array.from({ length: requests }, (_, index) => `/${index}`), lanes };
  try {
    await loadOf({ ...order, paths: order.paths.slice(0, requests / 4) });
    return await loadOf(order);
  } finally {
    await stop();
  }
}

/** Bodies in base64 by method and path with query: "GET /book?token_id=1". */
export type BaselineAnswers = Readonly<Record<string, string>>;

interface BaselineProcess {
  readonly origin: string;
  readonly pid: number;
}

/** Runs `work` while a baseline server in another process sends these bytes, so that the CPU time of that process is its own. */
export async function withBaselineProcess<T>(
  answers: BaselineAnswers,
  work: (server: BaselineProcess) => Promise<T>,
): Promise<T> {
  const child = fork(require.resolve('./baseline-process'));
  const exited = once(child, 'exit');
  try {
    child.send(answers);
    const [origin] = (await once(child, 'message')) as [string];
    return await work({ origin, pid: child.pid ?? 0 });
  } finally {
    child.kill();
    await exited;
  }
}
