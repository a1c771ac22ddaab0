import type { Exchange, Rejected } from '@foretell/exchange';
import type { Receipt } from './route/writer-route';
import type { CommandDraft, Submission } from './submission';

/** Whether it cancels no open order of its wallet, in the core or queued: such a command is not queued. */
export function cancelsNothing(
  { command }: Submission,
  core: Pick<Exchange, 'order'>,
  queue: { walletOf(orderId: string): string | undefined },
): boolean {
  if (command.type !== 'cancelOrder') return false;
  const order = core.order(command.orderId);
  const isOpen = order?.status === 'live' || order?.status === 'delayed';
  return (isOpen ? order.wallet : queue.walletOf(command.orderId)) !== command.wallet;
}

/**
 * The receipt of all given commands: some were submitted, and the rest cancel unknown orders. Waits until the core's state is
 * durable, so that no order is reported as closed before that is in the record.
 */
export async function withUnknown(
  given: readonly Submission[],
  submitted: readonly Submission[],
  receipt: Promise<Receipt>,
  durable: () => Promise<void>,
): Promise<Receipt> {
  const [{ settled, commitNumber }] = await Promise.all([receipt, durable()]);
  const bySubmission = new Map(submitted.map((submission, index) => [submission, settled[index]]));
  return { settled: given.map((each) => bySubmission.get(each) ?? unknownOrder(each.command)), commitNumber };
}

function unknownOrder(command: CommandDraft): Rejected {
  const orderId = command.type === 'cancelOrder' ? command.orderId : null;
  return { type: 'rejected', reason: 'unknown_order', details: { orderId, status: null } };
}
