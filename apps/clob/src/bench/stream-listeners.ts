import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a process of listeners is told to do. */
export type ListenersOrder =
  | { readonly type: 'connect'; readonly port: number; readonly count: number; readonly hello: string }
  | { readonly type: 'report' };

/** What came to one connection, and when, by the clock that all processes of the machine share. */
export interface Arrival {
  readonly sequence: number;
  readonly atMillis: number;
}

/** Connections in a process of its own, so that listening costs the speaker nothing. */
export class Listeners {
  private constructor(private readonly child: ChildProcess) {}

  /** Resolves when every connection has its first message. */
  static async open(port: number, count: number, hello: string): Promise<Listeners> {
    const child = fork(require.resolve('./stream-listeners-process'));
    const listeners = new Listeners(child);
    child.send({ type: 'connect', port, count, hello } satisfies ListenersOrder);
    await once(child, 'message');
    return listeners;
  }

  /** What came since the report before. */
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
