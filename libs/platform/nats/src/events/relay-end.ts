import { joinedMessage, sharedTo, lineageText, parseLineage, type EventSource, type Lineage } from '@foretell/contracts';
import type { EventStream, ReadEnd, StoredMessage, StreamEnd } from './event-stream';
import type { JournalReader } from './journal-reader';
import type { TracedMessage } from './message-trace';
import { replayCommand, unreadableFault } from './replay-command';

/** Why a stream is not extended: it differs from the journal. Only the operator's replay resolves this. */
export class StreamDiffers extends Error {}

/** Compares a stream with the journal of its source by content: an equal sequence does not prove an equal event. */
export class StreamComparison {
  constructor(
    private readonly source: EventSource,
    private readonly journal: JournalReader,
  ) {}

  /** Throws StreamDiffers unless the journal, of this lineage, continues at the stream's end. */
  async requireSame(end: ReadEnd, lineage: Lineage): Promise<void> {
    const fault = await this.faultOf(end, lineage);
    if (fault === null) return;
    const command = replayCommand(this.source);
    throw new StreamDiffers(
      `${fault}: nothing is published until the operator decides. ${command} publishes the journal in place of the stream`,
    );
  }

  /**
   * The lineage to publish under in place of the stream's content: the current one when it already states the shared part, else a
   * new one.
   */
  async lineageInstead(stream: EventStream, { last }: ReadEnd, lineage: Lineage): Promise<Lineage> {
    if (last === null || this.faultOfLineage(last, lineage) !== null) return lineage;
    if ((await this.faultOfContent(last)) === null) return lineage;
    return this.journal.beginLineage(await this.lastShared(stream), 'the operator replaced a stream that was not the journal');
  }

  private async faultOf({ last, unreadable }: ReadEnd, lineage: Lineage): Promise<string | null> {
    if (unreadable !== undefined) return unreadableFault(this.source, unreadable);
    return last === null ? null : (this.faultOfLineage(last, lineage) ?? (await this.faultOfContent(last)));
  }

  private faultOfLineage({ lineage: header, lastSequence }: StoredMessage, lineage: Lineage): string | null {
    // Published without a lineage, or by the previous release: its content decides.
    if (header === null) return null;
    const shared = sharedTo(lineage, parseLineage(header)?.id ?? '');
    const of = `the stream of ${this.source} ends with event ${lastSequence} of lineage ${header}`;
    if (shared === null) return `${of}, which the record of lineage ${lineageText(lineage)} knows nothing of`;
    return lastSequence <= shared ? null : `${of}, and the record shares events 1 to ${shared} with it: the record went back`;
  }

  private async faultOfContent(last: StoredMessage): Promise<string | null> {
    if (await this.isInJournal(last)) return null;
    const head = await this.journal.headSequence();
    return head < last.lastSequence
      ? `the stream of ${this.source} ends with event ${last.lastSequence} and the journal with ${head}: the database is older than the stream`
      : `the stream of ${this.source} differs from the journal at event ${last.lastSequence}: the record went back`;
  }

  /** Whether the journal holds the same bytes. Archived events are assumed to be equal. */
  private async isInJournal({ firstSequence, lastSequence, bytes }: StoredMessage): Promise<boolean> {
    if (firstSequence <= (await this.journal.baseSequence())) return true;
    const rows = await this.journal.readFrom(firstSequence, lastSequence - firstSequence + 1);
    const covered = rows.filter((row) => row.firstSequence <= lastSequence);
    if (covered[0]?.firstSequence !== firstSequence || covered.at(-1)?.lastSequence !== lastSequence) return false;
    return Buffer.compare(joinedMessage(this.source, covered).bytes, bytes) === 0;
  }

  /** The last event that stream and journal share; all events after a difference differ. 0 when they share none. */
  private async lastShared(stream: EventStream): Promise<number> {
    const info = await stream.info();
    if (info === null) return 0;
    let [low, high, shared] = [info.state.first_seq, info.state.last_seq, 0];
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const message = await stream.storedAt(middle);
      if (message !== null && (await this.isInJournal(message))) {
        shared = message.lastSequence;
        low = middle + 1;
      } else high = middle - 1;
    }
    return shared;
  }
}

/** Where a relay continues, and under which lineage. */
export interface RelayEnd extends StreamEnd {
  /** Sequence of the event to publish next. */
  readonly next: number;
  readonly lineage: Lineage;
}

/**
 * Throws on a gap in the journal's messages: publishing past it would stop every consumer there. Only an empty stream may begin
 * inside a message.
 */
export function requireConsecutive(messages: readonly TracedMessage[], end: RelayEnd): void {
  let next = end.next;
  for (const [index, { firstSequence, lastSequence }] of messages.entries()) {
    const mayStraddle = index === 0 && end.lastSequence === null;
    if (firstSequence !== next && !(mayStraddle && firstSequence < next && lastSequence >= next)) {
      throw new Error(`the journal has a hole: expected event ${next}, found ${firstSequence}`);
    }
    next = lastSequence + 1;
  }
}
