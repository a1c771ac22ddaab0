import { joinedParts, type Canceled, type Done, type Unfinished } from '@foretell/exchange';
import type { Queued } from './command-queue';
import type { DatedOrder, Settled } from './submission';

/** By when the commands of one request must begin. All of them begin, or none: the first one decides. */
export class StartLimit {
  private hasBegun = false;

  /** @param notAfter milliseconds of the writer's elapsed time */
  constructor(private readonly notAfter: number) {}

  /** To be asked of each command as it would begin. */
  isOver(now: number): boolean {
    this.hasBegun ||= now <= this.notAfter;
    return !this.hasBegun;
  }
}
/** Of commands of the writer's own process: whoever gave them waits for them. */
export const ANY_TIME = new StartLimit(Infinity);

/** A command in the writer's queue. */
export interface Waiting extends Queued {
  readonly limit: StartLimit;
  /** What the steps of the command before this one have done. */
  readonly so?: Canceled | Done | null;
  readonly resolve: (settled: Settled) => void;
  readonly reject: (cause: Error) => void;
}

/** The rest of a command, in the name of the same caller. What came with it went with its first step. */
export function continued(waiting: Waiting, { part, next }: Unfinished): Waiting {
  if (part === null) return waiting;
  return { ...waiting, submission: { command: next }, so: joinedParts(waiting.so ?? null, part) };
}

/** The orders and ledger references by which a repetition would be recognised. */
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
