import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Bodies in base64 by method and path with query: "GET /book?token_id=1". */
export type BaselineAnswers = Readonly<Record<string, string>>;

export interface BaselineServer {
  readonly origin: string;
  readonly pid: number;
}

/** Runs `work` while a Node server in another process sends these bytes and does nothing else: the baseline. */
export async function withBaselineServer<T>(answers: BaselineAnswers, work: (server: BaselineServer) => Promise<T>): Promise<T> {
  const child = fork(require.resolve('./bare-process'));
  const exited = once(child, 'exit');
  try {
    child.send(answers);
    const [port] = (await once(child, 'message')) as [number];
    return await work({ origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 });
  } finally {
    child.kill();
    await exited;
  }
}
