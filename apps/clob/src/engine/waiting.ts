import { joinedParts, type Canceled, type Done, type Unfinished } from '@foretell/exchange';
import type { Queued } from './command-queue';
import type { DatedOrder, Settled } from './submission';

/** The deadline by which the commands of one request must start. All start or none: the first one decides. */
export class StartLimit {
  private hasBegun = false;

  /** @param notAfter milliseconds of the writer's elapsed time */
  constructor(private readonly notAfter: number) {}

  /** Checked for each command when it would start. */
  isOver(now: number): boolean {
    this.hasBegun ||= now <= this.notAfter;
    return !this.hasBegun;
  }
}
/** For commands of the writer's own process: their caller waits. */
export const ANY_TIME = new StartLimit(Infinity);

/** A command in the writer's queue. */
export interface Waiting extends Queued {
  readonly limit: StartLimit;
  /** What the earlier steps of this command have done. */
  readonly so?: Canceled | Done | null;
  readonly resolve: (settled: Settled) => void;
  readonly reject: (cause: Error) => void;
}

/** The rest of a command, for the same caller. Its attachments were stored with its first step. */
export function continued(waiting: Waiting, { part, next }: Unfinished): Waiting {
  if (part === null) return waiting;
  return { ...waiting, submission: { command: next }, so: joinedParts(waiting.so ?? null, part) };
}

/** The orders and ledger references that identify a repetition. */
export function identitiesOf(taken: readonly Waiting[]): { readonly orders: DatedOrder[]; readonly references: string[] } {
  const orders: DatedOrder[] = [];
  const references: string[] = [];
  for (const { submission } of taken) {
    const { command, attachment } = submission;
    if (command.type === 'placeOrder')
      orders.push({ orderId: command.orderId, signedAt: attachment?.kind === 'order' ? attachment.signedAt : null });
    if (attachment?.kind === 'ledger') references.push(attachment.reference);
  }
  return { orders, references };
}
