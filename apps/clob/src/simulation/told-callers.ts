import type { Settled, Submission } from '../engine/submission';
import { idOf, type Answer } from './answers';
import { ensure, setsKey, type BooksOfTruth } from './books-of-truth';

/** What was asked for under one order id or reference. */
interface Asked {
  attempts: number;
  /** Answers that say that an attempt did nothing. */
  refused: number;
}

/** What callers were told, against what was committed. */
export class ToldCallers {
  private readonly asked = new Map<string, Asked>();
  /** How often sets may be made or unmade: a request with a reference once, one without whenever it is sent. */
  private readonly sets = new Map<string, number>();
  readonly counts = new Map<string, number>();

  constructor(private readonly truth: BooksOfTruth) {}

  /** An attempt is on its way. */
  sent(submissions: readonly Submission[]): void {
    for (const submission of submissions) {
      const id = idOf(submission);
      if (id === null || !this.asked.has(id)) this.askedForSets(submission);
      if (id === null) continue;
      const asked = this.asked.get(id) ?? { attempts: 0, refused: 0 };
      asked.attempts += 1;
      this.asked.set(id, asked);
    }
  }

  private askedForSets({ command }: Submission): void {
    if (command.type !== 'splitPosition' && command.type !== 'mergePosition') return;
    const key = setsKey(command.type, command.wallet, command.conditionId, command.sizeMicros);
    this.sets.set(key, (this.sets.get(key) ?? 0) + 1);
  }

  /** Sets are made and unmade no more often than was asked for. To be asked when all is quiet. */
  requireSetsOnce(): void {
    for (const [key, times] of this.truth.sets)
      ensure(
        times <= (this.sets.get(key) ?? 0),
        `${key} was done ${times} times, and asked for ${this.sets.get(key) ?? 0} times`,
      );
  }

  /** Never reached a replica: nothing was done. */
  unreached(submissions: readonly Submission[]): void {
    this.note('unreached');
    submissions.forEach((submission) => this.refuse(submission));
  }

  /** At the moment in which a replica answers. @param mayBeUnknown whether nobody there can know what became of it */
  acknowledged(submissions: readonly Submission[], answer: Answer, mayBeUnknown: () => boolean): void {
    if (answer.type !== 'settled') {
      this.note(answer.type);
      if (answer.type !== 'unknown') return submissions.forEach((submission) => this.refuse(submission));
      ensure(mayBeUnknown(), 'a caller was told that the outcome is unknown, and it is not');
      const ids = submissions.flatMap((each) => ('orderId' in each.command ? [each.command.orderId] : (idOf(each) ?? [])));
      const isAll = ids.length === answer.concerned.length && ids.every((id) => answer.concerned.includes(id));
      return ensure(isAll, `of ${ids.join()} a caller was told that the outcome of ${answer.concerned.join()} is unknown`);
    }
    ensure(answer.settled.length === submissions.length, `${submissions.length} commands have ${answer.settled.length} outcomes`);
    for (const [index, submission] of submissions.entries()) this.settled(submission, answer.settled[index]);
  }

  private settled(submission: Submission, settled: Settled | undefined): void {
    if (settled === undefined) return;
    this.note(settled.type);
    if (settled.type === 'placed') {
      ensure(settled.orderId === idOf(submission), `order ${idOf(submission)} has the outcome of order ${settled.orderId}`);
      ensure(this.isRecorded(submission), `order ${settled.orderId} was acknowledged and is not in the journal`);
    }
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
