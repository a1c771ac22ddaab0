import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A message to a process of listeners. */
export type ListenersOrder =
  | { readonly type: 'connect'; readonly port: number; readonly count: number; readonly hello: string }
  | { readonly type: 'report' };

/** A message that a connection received, and when, by the clock that all processes of the machine share. */
export interface Arrival {
  readonly sequence: number;
  readonly atMillis: number;
}

/** Connections in a separate process, so that the sending process does no work for them. */
export class Listeners {
  private constructor(private readonly child: ChildProcess) {}

  /** Resolves when every connection has received its first message. */
  static async open(port: number, count: number, hello: string): Promise<Listeners> {
    const child = fork(require.resolve('./stream-listeners-process'));
    const listeners = new Listeners(child);
    child.send({ type: 'connect', port, count, hello } satisfies ListenersOrder);
    await once(child, 'message');
    return listeners;
  }

  /** Arrivals since the last report. */
  async report(): Promise<readonly Arrival[]> {
    this.child.send({ type: 'report' } satisfies ListenersOrder);
    const [arrivals] = (await once(this.child, 'message')) as [readonly Arrival[]];
    return arrivals;
  }

  async close(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
  }
}
