import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../repository';
import type { HonestEnd, HonestTask, Probed } from './honest-orders';

/** The built file: a separate process has no jest transform. */
const PROCESS = join(ROOT, 'apps', 'journeys', 'dist', 'harness', 'fuzz', 'honest-process.js');

/**
 * Runs `work` while a separate process places the task's orders. The process that sends the flood is delayed itself and would
 * measure its own delay. Rejects when an honest order is refused for any reason but overload.
 */
export async function withHonestOrders<T>(task: HonestTask, work: () => Promise<T>): Promise<readonly [T, Probed]> {
  const child = fork(PROCESS, { execArgv: [] });
  const exited = once(child, 'exit');
  const ended = once(child, 'message');
  try {
    child.send(task);
    const done = await work();
    if (child.connected) child.send('enough');
    const end = (await Promise.race([ended.then(([said]: unknown[]) => said), exited.then(() => null)])) as HonestEnd | null;
    if (end === null) throw new Error('the process that places honest orders ended without a report');
    if ('fault' in end) throw new Error(end.fault);
    return [done, end.probed];
  } finally {
    child.kill();
    await exited;
  }
}
