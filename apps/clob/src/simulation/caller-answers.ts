import type { CommitBatch } from '../engine/journal/batch';
import type { Settled, Submission } from '../engine/submission';
import { idOf, type Answer } from './answers';
import { ensure, type ReferenceState } from './reference-state';

/** All attempts of one order id or reference. */
interface Asked {
  readonly command: Submission['command'];
  attempts: number;
  /** Attempts answered with "nothing done". */
  refused: number;
  /** Unanswered attempts. */
  open: number;
  /** Time after which no answered attempt can still start. */
  finalAt: number;
}

/** Checks the answers to callers against the commits. */
export class CallerAnswers {
  private readonly asked = new Map<string, Asked>();
  readonly counts = new Map<string, number>();
  /** Unplaced orders that were cancelled after their last attempt could still start. */
  private readonly gone = new Set<string>();

  constructor(
    private readonly reference: ReferenceState,
    private readonly now: () => number,
    /** Whether the answer to a request sent then may contain commits that the record has lost since. */
    private readonly mayBeOfPast: (sentAt: number) => boolean,
  ) {}

  /** Call when a caller sends an attempt. */
  sent(submissions: readonly Submission[]): void {
    for (const submission of submissions) {
      const id = idOf(submission);
      if (id === null) continue;
      const { command } = submission;
      const asked = this.asked.get(id) ?? { command, attempts: 0, refused: 0, open: 0, finalAt: -Infinity };
      asked.attempts += 1;
      asked.open += 1;
      this.asked.set(id, asked);
      this.gone.delete(id);
    }
  }

  /** Call with a commit before it is in the books. */
  requireNoneGone({ rows: { newOrders } }: CommitBatch): void {
    for (const { row } of newOrders)
      ensure(!this.gone.has(row.orderId), `order ${row.orderId} came to life after its deadline and after it was cancelled`);
  }

  /** The request reached no replica: nothing was done. */
  unreached(submissions: readonly Submission[]): void {
    this.note('unreached');
    this.ended(submissions, -Infinity);
    submissions.forEach((submission) => this.refuse(submission));
  }

  /**
   * Call at the time at which a replica answers.
   * @param sentAt when the caller sent the request
   * @param mayBeUnknown whether the replica cannot know the outcome
   */
  acknowledged(submissions: readonly Submission[], answer: Answer, sentAt: number, mayBeUnknown: () => boolean): void {
    this.ended(submissions, answer.type === 'unknown' ? this.now() + (answer.finalAfterMillis ?? Infinity) : -Infinity);
    if (answer.type === 'settled') for (const submission of submissions) this.cancels(submission, sentAt);
    if (answer.type !== 'settled') {
      this.note(answer.type);
      if (answer.type !== 'unknown') return submissions.forEach((submission) => this.refuse(submission));
      ensure(mayBeUnknown(), 'the answer was `unknown`, but the outcome is known');
      const ids = submissions.flatMap((each) => ('orderId' in each.command ? [each.command.orderId] : (idOf(each) ?? [])));
      const isAll = ids.length === answer.concerned.length && ids.every((id) => answer.concerned.includes(id));
      return ensure(isAll, `a request for ${ids.join()} was answered unknown for ${answer.concerned.join()}`);
    }
    ensure(answer.settled.length === submissions.length, `${submissions.length} commands have ${answer.settled.length} outcomes`);
    for (const [index, submission] of submissions.entries())
      this.settled(submission, answer.settled[index], this.mayBeOfPast(sentAt));
  }

  private ended(submissions: readonly Submission[], finalAt: number): void {
    for (const submission of submissions) {
      const asked = this.asked.get(idOf(submission) ?? '');
      if (asked === undefined) continue;
      asked.open -= 1;
      asked.finalAt = Math.max(asked.finalAt, finalAt);
    }
  }

  /** An order whose attempts all ended before the cancel was sent must never be placed. */
  private cancels({ command: cancel }: Submission, sentAt: number): void {
    if (cancel.type !== 'cancelOrders' && cancel.type !== 'cancelOrder') return;
    for (const [id, { command, open, finalAt }] of this.asked) {
      if (command.type !== 'placeOrder' || open > 0 || finalAt > sentAt || this.reference.orders.has(id)) continue;
      const isMeant =
        cancel.type === 'cancelOrder'
          ? cancel.orderId === id
          : cancel.wallet === command.wallet && (cancel.conditionId === null || cancel.conditionId === command.conditionId);
      if (isMeant) this.gone.add(id);
    }
    if (this.gone.size > 0) this.counts.set('gone', this.gone.size);
  }

  private settled(submission: Submission, settled: Settled | undefined, mayBeOfPast: boolean): void {
    if (settled === undefined) return;
    this.note(settled.type);
    if (settled.type === 'rejected') this.refuse(submission);
    if (mayBeOfPast) return;
    if (settled.type === 'placed') {
      ensure(settled.orderId === idOf(submission), `order ${idOf(submission)} has the outcome of order ${settled.orderId}`);
      ensure(this.isRecorded(submission), `order ${settled.orderId} was acknowledged and is not in the journal`);
    }
    if (settled.type === 'known') ensure(this.isRecorded(submission), `${settled.id} was called known and is not in the journal`);
    if (settled.type === 'done' && idOf(submission) !== null)
      ensure(this.isRecorded(submission), `${idOf(submission)} was acknowledged and is not in the journal`);
    if (settled.type === 'canceled')
      for (const orderId of settled.orderIds)
        ensure(
          this.reference.orders.get(orderId)?.status === 'canceled',
          `order ${orderId} was said to be cancelled and is open`,
        );
  }

  /**
   * If every attempt was answered with "nothing done", the journal must not contain the order. Call when no request is in
   * flight.
   */
  requireRefusedAbsent(): void {
    for (const [id, { attempts, refused }] of this.asked) {
      const isThere = this.reference.orders.has(id) || this.reference.references.has(id);
      ensure(refused < attempts || !isThere, `${id} is in the journal, and every attempt was answered with nothing done`);
    }
  }

  private refuse(submission: Submission): void {
    const asked = this.asked.get(idOf(submission) ?? '');
    if (asked !== undefined) asked.refused += 1;
  }

  private isRecorded(submission: Submission): boolean {
    const id = idOf(submission) ?? '';
    return this.reference.orders.has(id) || this.reference.references.has(id);
  }

  note(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
