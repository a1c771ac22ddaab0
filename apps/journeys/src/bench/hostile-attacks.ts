import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { KeyHolder } from '../harness/signed-headers';

/** The attack of a process of hostile callers. */
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
      /** Number of unknown ids in one list. */
      readonly ids: number;
      readonly perSecond: number;
    };

/** Runs `work` during an attack by another process, after the attack has started. */
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
