import { MESSAGE_BYTES_MAX, MESSAGE_FACTS_MAX } from '@foretell/contracts';
import type { TracedMessage } from './message-trace';

const MESSAGES_MAX = 1024;
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * Messages handed over straight from commits, so that the hot path reads no journal. Bounded: when full it forgets all, and the
 * journal is read instead.
 */
export class CommittedQueue {
  private messages: TracedMessage[] = [];
  private heldBytes = 0;
  private since = 0;

  /** False when the queue overflowed and is empty now. */
  add(committed: readonly TracedMessage[]): boolean {
    if (this.isEmpty) this.since = performance.now();
    this.messages.push(...committed);
    for (const { bytes } of committed) this.heldBytes += bytes.length;
    if (this.messages.length <= MESSAGES_MAX && this.heldBytes <= BYTES_MAX) return true;
    this.clear();
    return false;
  }

  /**
   * Takes up to `limit` consecutive messages that begin at `sequence`; forgets older ones. Empty when the next one held is later.
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

  /** When what is held began to be, in milliseconds of `performance.now()`. */
  get heldSince(): number {
    return this.since;
  }

  /** Whether the facts held fill a message or more. */
  get holdsFullMessage(): boolean {
    const facts = (this.messages.at(-1)?.lastSequence ?? 0) - (this.messages[0]?.firstSequence ?? 1) + 1;
    return facts >= MESSAGE_FACTS_MAX || this.heldBytes >= MESSAGE_BYTES_MAX;
  }

  get isEmpty(): boolean {
    return this.messages.length === 0;
  }

  clear(): void {
    this.messages = [];
    this.heldBytes = 0;
  }

  private shift(): TracedMessage | undefined {
    const message = this.messages.shift();
    this.heldBytes -= message?.bytes.length ?? 0;
    return message;
  }
}
