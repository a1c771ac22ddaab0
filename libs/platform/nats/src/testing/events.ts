import {
  lastSequence,
  packMessages,
  type EventMessage,
  type Lineage,
  type PackedMessage,
  type TradingEvent,
} from '@foretell/contracts';
import type { EventApplier, EventPlace } from '../events/event-applier';
import type { JournalReader } from '../events/journal-reader';

/** An event that contains its own sequence, so that received events can be compared with the expected order. */
export function eventAt(sequence: number, at = 1): TradingEvent {
  return { type: 'funds.credited.v1', at, wallet: `0x${'00'.repeat(20)}`, amountMicros: sequence };
}

/** A journal in memory; all it holds is committed. */
export class ArrayJournal implements JournalReader {
  reads = 0;
  private rows: PackedMessage[] = [];
  private base = 0;
  /** Distinguishes events before the journal went back from those after it. */
  private life = 1;
  private current: Lineage = { id: '1'.repeat(16), ancestors: [] };

  async readFrom(sequence: number, limitMessages: number): Promise<PackedMessage[]> {
    this.reads += 1;
    return this.rows.filter(({ lastSequence: last }) => last >= sequence).slice(0, limitMessages);
  }

  async headSequence(): Promise<number> {
    return this.head;
  }

  async baseSequence(): Promise<number> {
    return this.base;
  }

  async lineage(): Promise<Lineage> {
    return this.current;
  }

  async beginLineage(afterSequence: number): Promise<Lineage> {
    const { id, ancestors } = this.current;
    const older = ancestors.map((each) => ({ ...each, sharedTo: Math.min(each.sharedTo, afterSequence) }));
    this.current = { id: String(ancestors.length + 2).repeat(16), ancestors: [{ id, sharedTo: afterSequence }, ...older] };
    return this.current;
  }

  /** Simulates a database restored from a copy that is older than the lineage. */
  forgetLineages(): void {
    this.current = { id: '9'.repeat(16), ancestors: [] };
  }

  /** Archives the rows that end at this event or before. */
  archiveTo(sequence: number): void {
    this.rows = this.rows.filter(({ lastSequence: last }) => last > sequence);
    this.base = sequence;
  }

  get head(): number {
    return this.rows.at(-1)?.lastSequence ?? 0;
  }

  get ids(): string[] {
    return this.rows.map((row) => `clob-${row.firstSequence}-${row.lastSequence}`);
  }

  /** Commits one message of this number of events and returns it. */
  commit(eventCount: number): PackedMessage[] {
    const first = this.head + 1;
    const packed = packMessages(
      'clob',
      first,
      Array.from({ length: eventCount }, (_, index) => eventAt(first + index, this.life)),
    );
    this.rows.push(...packed);
    return packed;
  }

  /** Commits this number of messages, of 1, 2, 3, 1, 2, 3... events. */
  commitMany(messageCount: number): void {
    for (let index = 0; index < messageCount; index += 1) this.commit(1 + (index % 3));
  }

  /** Simulates a database restored from an older copy. */
  forgetAfter(sequence: number): void {
    this.rows = this.rows.filter(({ lastSequence: last }) => last <= sequence);
    this.life += 1;
  }
}

/**
 * An applier whose rows are the sequences that it received; like a real one it refuses messages that do not follow its
 * checkpoint.
 */
export class RecordingApplier implements EventApplier<'clob'> {
  readonly applied: number[] = [];
  readonly batchSizes: number[] = [];
  /** The lineage stored with the checkpoint. */
  stored: string | null = null;
  /** Each adopted lineage, with the checkpoint at that time. */
  readonly adoptions: [lineage: string, checkpoint: number][] = [];
  calls = 0;
  takesOneAhead = false;
  /** While set, a batch is written only when it resolves. */
  gate: Promise<void> | null = null;
  private underWay: Promise<void> = Promise.resolve();
  /** Thrown by `apply` while set. */
  fault: Error | null = null;
  /** Read after a commit: true makes `apply` reject all the same, as when the response to COMMIT is lost. */
  loseNextAnswer = false;

  async checkpoint(): Promise<EventPlace> {
    return { sequence: this.applied.length, lineage: this.stored };
  }

  async adopt({ sequence }: EventPlace, lineage: string): Promise<void> {
    if (sequence !== this.applied.length) throw new Error('the checkpoint has moved');
    this.stored = lineage;
    this.adoptions.push([lineage, sequence]);
  }

  async apply(messages: readonly EventMessage<TradingEvent>[]): Promise<void> {
    this.calls += 1;
    const before = this.underWay;
    const written = before.then(() => this.write(messages));
    this.underWay = this.takesOneAhead ? written : Promise.resolve();
    this.underWay.catch(() => (this.underWay = Promise.resolve()));
    await written;
  }

  async reset(): Promise<void> {
    this.applied.splice(0);
    this.stored = null;
  }

  private async write(messages: readonly EventMessage<TradingEvent>[]): Promise<void> {
    await this.gate;
    if (this.fault !== null) throw this.fault;
    const sequences = messages.flatMap((message) => message.facts.map(sequenceIn));
    const first = messages[0];
    const last = messages.at(-1);
    if (first === undefined || last === undefined) throw new Error('an empty batch was handed over');
    if (first.firstSequence !== this.applied.length + 1) throw new Error('the batch does not follow the checkpoint');
    if (lastSequence(last) !== this.applied.length + sequences.length) throw new Error('the batch is not consecutive');
    this.applied.push(...sequences);
    this.batchSizes.push(messages.length);
    if (!this.loseNextAnswer) return;
    this.loseNextAnswer = false;
    throw new Error('the answer was lost');
  }

  /** Whether exactly the events 1 to `head` were applied, each once, in order. */
  holdsExactly(head: number): boolean {
    return this.applied.length === head && this.applied.every((sequence, index) => sequence === index + 1);
  }
}

function sequenceIn(event: TradingEvent): number {
  if (event.type !== 'funds.credited.v1') throw new Error(`a ${event.type} was never published`);
  return event.amountMicros;
}
