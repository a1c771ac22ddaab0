import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { KeyHolder } from '../harness/signed-headers';

/** What a process of hostile callers does. */
export type AttackTask =
  | {
      readonly kind: 'streams';
      readonly url: string;
      readonly tokens: readonly string[];
      readonly sockets: number;
      readonly addresses: number;
      readonly isReading: boolean;
    }
  | {
      readonly kind: 'requests';
      readonly url: string;
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly perSecond: number;
    }
  | {
      readonly kind: 'cancels';
      readonly url: string;
      readonly caller: KeyHolder;
      /** Unknown ids of one list. */
      readonly ids: number;
      readonly perSecond: number;
    };

/** Runs `work` beside an attack by another process, once that is under way. */
export async function besideAttack<T>(task: AttackTask, work: () => Promise<T>): Promise<T> {
  const child = fork(require.resolve('./hostile-process'));
  const exited = once(child, 'exit');
  try {
    child.send(task);
    await once(child, 'message');
    return await work();
  } finally {
    child.kill();
    await exited;
  }
}
