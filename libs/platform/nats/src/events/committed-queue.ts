import { MESSAGE_BYTES_MAX, MESSAGE_EVENTS_MAX } from '@foretell/contracts';
import type { TracedMessage } from './message-trace';

const MESSAGES_MAX = 1024;
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * Messages passed directly from commits, so that the hot path does not read the journal. Bounded: on overflow it drops all
 * messages, and the relay reads the journal instead.
 */
export class CommittedQueue {
  private messages: TracedMessage[] = [];
  private queuedBytes = 0;
  private since = 0;

  /** Returns false when the queue overflowed; it is then empty. */
  add(committed: readonly TracedMessage[]): boolean {
    if (this.isEmpty) this.since = performance.now();
    this.messages.push(...committed);
    for (const { bytes } of committed) this.queuedBytes += bytes.length;
    if (this.messages.length <= MESSAGES_MAX && this.queuedBytes <= BYTES_MAX) return true;
    this.clear();
    return false;
  }

  /**
   * Takes up to `limit` consecutive messages that begin at `sequence`; drops older ones. Empty when the first queued message is
   * later.
   */
  takeFrom(sequence: number, limit: number): TracedMessage[] {
    while (this.messages[0] !== undefined && this.messages[0].firstSequence < sequence) this.shift();
    const taken: TracedMessage[] = [];
    let next = sequence;
    while (taken.length < limit && this.messages[0]?.firstSequence === next) {
      const message = this.shift();
      if (message === undefined) break;
      taken.push(message);
      next = message.lastSequence + 1;
    }
    return taken;
  }

  /** When the oldest queued message was added, in milliseconds of `performance.now()`. */
  get queuedSince(): number {
    return this.since;
  }

  /** Whether the queued events fill at least one message. */
  get holdsFullMessage(): boolean {
    const events = (this.messages.at(-1)?.lastSequence ?? 0) - (this.messages[0]?.firstSequence ?? 1) + 1;
    return events >= MESSAGE_EVENTS_MAX || this.queuedBytes >= MESSAGE_BYTES_MAX;
  }

  get isEmpty(): boolean {
    return this.messages.length === 0;
  }

  clear(): void {
    this.messages = [];
    this.queuedBytes = 0;
  }

  private shift(): TracedMessage | undefined {
    const message = this.messages.shift();
    this.queuedBytes -= message?.bytes.length ?? 0;
    return message;
  }
}
