import { readFileSync } from 'node:fs';
import type { Crypto } from '@foretell/crypto';
import type { OrderSignatureChecker, PendingCheck, SignedOrder } from '@foretell/signing';
import { RecoveryThreads } from '../signatures/recovery-threads';

const REQUEST = 15;
const CALLERS = 16;
const REQUESTS = 1_500;
/** Linux reports hundredths of a second, at any kernel tick rate. */
const MICROS_PER_TICK = 10_000;

/** Microseconds of CPU time per order. */
export interface ThreadCost {
  readonly ownThread: number;
  readonly allThreads: number;
}

/** Complete checks of requests of 15 orders by 16 callers, with this number of recovery threads. */
export async function threadCost(
  count: number,
  { crypto, checker, signed }: { crypto: Crypto; checker: OrderSignatureChecker; signed: readonly SignedOrder[] },
): Promise<ThreadCost> {
  const threads = new RecoveryThreads(count, crypto);
  const request = async (first: number): Promise<void> => {
    const begun = Array.from({ length: REQUEST }, (_, index) => pendingOf(checker, signed[(first + index) % signed.length]));
    const recoveries = await threads.recoverAll(begun);
    for (const [index, recovery] of recoveries.entries())
      if (begun[index]?.conclude(recovery).ok !== true) throw new Error('a good signature was refused');
  };
  const all = async (requests: number): Promise<void> => {
    const left = Array.from({ length: requests }, (_, index) => index * REQUEST).values();
    const caller = async (): Promise<void> => {
      for (const first of left) await request(first);
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  };
  await all(REQUESTS / 10);
  const before = { own: ownThreadMicros(), all: process.cpuUsage() };
  await all(REQUESTS);
  const { user, system } = process.cpuUsage(before.all);
  const own = ownThreadMicros() - before.own;
  await threads.stop();
  return { ownThread: own / REQUESTS / REQUEST, allThreads: (user + system) / REQUESTS / REQUEST };
}

function pendingOf(checker: OrderSignatureChecker, order: SignedOrder | undefined): PendingCheck {
  const begun = order && checker.begin(order, order.order.signer, () => undefined);
  if (begun === undefined || 'ok' in begun) throw new Error('a good order was refused');
  return begun;
}

/** By proc(5): after the name in parentheses come state and ten other fields, then user and system time. */
function ownThreadMicros(): number {
  const text = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
}
