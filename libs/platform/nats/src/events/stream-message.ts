import {
  decodeMessage,
  decodeMessageWithout,
  isOf,
  MESSAGE_ID_HEADER,
  messageId,
  parseMessageId,
  type EventMessage,
  type EventsBySource,
  type EventSource,
  type SequenceRange,
} from '@foretell/contracts';
import { reasonOf } from '../logger';
import type { Delivered } from './event-link';
import { unreadableRemedy } from './replay-command';
import { BadEvent, type RefusedEvents } from '../dead-letters/bad-event';

/** A message that is not an event message of its source. Its id may state the events that it was to hold. */
export class Unreadable extends BadEvent {
  constructor(
    readonly source: EventSource,
    readonly range: SequenceRange | null,
    readonly bytes: Uint8Array,
    reason: string,
  ) {
    super(range === null ? unreadableRemedy(source, reason) : reason);
  }

  /**
   * The message's events from `sequence` on, to be dead-lettered; null when all were settled before. Throws when no id names
   * them: they are then missing, and only a replay restores them.
   */
  refusedFrom(sequence: number): RefusedEvents | null {
    if (this.range === null) throw new Error(this.message);
    const { firstSequence, lastSequence } = this.range;
    if (lastSequence < sequence) return null;
    if (firstSequence > sequence) throw new Error(`events ${sequence} to ${firstSequence - 1} are missing from the stream`);
    const { source, bytes, message: reason } = this;
    return { source, firstSequence: sequence, lastSequence, type: '', subject: '', bytes, reason };
  }
}

/** The events that a message's id names; null when it is not an id of this source. */
export function rangeNamed(source: EventSource, id: string): SequenceRange | null {
  const range = parseMessageId(id);
  return range !== null && id === messageId(source, range) ? range : null;
}

/** Reads a message of a source's stream, without the events of skipped types when its id names the events that it holds. */
export function readMessage<S extends EventSource>(
  message: Delivered,
  source: S,
  skippedTypes?: ReadonlySet<string>,
): EventMessage<EventsBySource[S]> | Unreadable {
  const range = rangeNamed(source, message.headers?.get(MESSAGE_ID_HEADER) ?? '');
  try {
    const decoded =
      skippedTypes === undefined || range === null
        ? decodeMessage(message.data)
        : decodeMessageWithout(message.data, skippedTypes, range);
    if (isOf(decoded, source)) return decoded;
    return new Unreadable(source, range, message.data, `a message of ${decoded.source} is on the stream of ${source}`);
  } catch (error) {
    return new Unreadable(source, range, message.data, reasonOf(error));
  }
}
