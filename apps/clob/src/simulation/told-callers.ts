import type { Submission } from '../engine/submission';
import type { Answer } from './answers';
import { ensure, type BooksOfTruth } from './books-of-truth';

/** What was asked for under one order id or reference. */
interface Asked {
  attempts: number;
  /** Answers that say that an attempt did nothing. */
  refused: number;
}

/** What callers were told, against what was committed. */
export class ToldCallers {
  private readonly asked = new Map<string, Asked>();
  readonly counts = new Map<string, number>();

  constructor(private readonly truth: BooksOfTruth) {}

  /** An attempt is on its way. */
  sent(submission: Submission): void {
    const id = idOf(submission);
    if (id === null) return;
    const asked = this.asked.get(id) ?? { attempts: 0, refused: 0 };
    asked.attempts += 1;
    this.asked.set(id, asked);
  }

  /** Never reached a replica: nothing was done. */
  unreached(submission: Submission): void {
    this.note('unreached');
    this.refuse(submission);
  }

  /** At the moment in which a replica answers. @param mayBeUnknown whether the replica had failed by then */
  acknowledged(submission: Submission, answer: Answer, mayBeUnknown: boolean): void {
    this.note(answer.type === 'settled' ? answer.settled.type : answer.type);
    if (answer.type === 'unknown')
      return ensure(mayBeUnknown, 'a caller was told that the outcome is unknown by a writer that works');
    if (answer.type !== 'settled') return this.refuse(submission);
    const { settled } = answer;
    if (settled.type === 'placed')
      ensure(this.isRecorded(submission), `order ${settled.orderId} was acknowledged and is not in the journal`);
    if (settled.type === 'known') ensure(this.isRecorded(submission), `${settled.id} was called known and is not in the journal`);
    if (settled.type === 'done' && idOf(submission) !== null)
      ensure(this.isRecorded(submission), `${idOf(submission)} was acknowledged and is not in the journal`);
    if (settled.type === 'canceled')
      for (const orderId of settled.orderIds)
        ensure(this.truth.orders.get(orderId)?.status === 'canceled', `order ${orderId} was said to be cancelled and is open`);
    if (settled.type === 'rejected') this.refuse(submission);
  }

  /** Whoever was told of every attempt that nothing was done finds nothing in the record. To be asked when all is quiet. */
  requireRefusalsKept(): void {
    for (const [id, { attempts, refused }] of this.asked) {
      const isThere = this.truth.orders.has(id) || this.truth.references.has(id);
      ensure(refused < attempts || !isThere, `${id} is in the journal, and its caller was told that nothing was done`);
    }
  }

  private refuse(submission: Submission): void {
    const asked = this.asked.get(idOf(submission) ?? '');
    if (asked !== undefined) asked.refused += 1;
  }

  private isRecorded(submission: Submission): boolean {
    const id = idOf(submission) ?? '';
    return this.truth.orders.has(id) || this.truth.references.has(id);
  }

  private note(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

function idOf({ command, attachment }: Submission): string | null {
  if (command.type === 'placeOrder') return command.orderId;
  return attachment?.kind === 'ledger' ? attachment.reference : null;
}
