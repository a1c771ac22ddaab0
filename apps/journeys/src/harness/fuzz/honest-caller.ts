import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../repository';
import type { HonestEnd, HonestTask, Probed } from './honest-orders';

/** As it was built: a process knows nothing of jest's transform. */
const PROCESS = join(ROOT, 'apps', 'journeys', 'dist', 'harness', 'fuzz', 'honest-process.js');

/**
 * Does `work` while a process of its own places the task's orders: whoever sends a flood is late by himself, and what he timed
 * would be that. Rejects when an honest order is refused for another reason than too much work.
 */
export async function besideHonestOrders<T>(task: HonestTask, work: () => Promise<T>): Promise<readonly [T, Probed]> {
  const child = fork(PROCESS, { execArgv: [] });
  const exited = once(child, 'exit');
  const ended = once(child, 'message');
  try {
    child.send(task);
    const done = await work();
    if (child.connected) child.send('enough');
    const end = (await Promise.race([ended.then(([said]: unknown[]) => said), exited.then(() => null)])) as HonestEnd | null;
    if (end === null) throw new Error('whoever places honest orders ended without a word');
    if ('fault' in end) throw new Error(end.fault);
    return [done, end.probed];
  } finally {
    child.kill();
    await exited;
  }
}
