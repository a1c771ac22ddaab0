import { decodeMessage, lastSequence, type PackedMessage } from './codec';
import type { EventSource } from './event';

/** The header of a stream message that identifies its events. */
export const MESSAGE_ID_HEADER = 'Nats-Msg-Id';
const SHAPE = /^[a-z]+-(\d{1,16})-(\d{1,16})$/;

/** The events of a message, both ends included. */
export interface SequenceRange {
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/** Identity of a message: its source and its range of events. */
export function messageId(source: EventSource, { firstSequence, lastSequence: last }: SequenceRange | PackedMessage): string {
  return `${source}-${firstSequence}-${last}`;
}

/** The events that an id identifies; null when the id has another form. */
export function parseMessageId(id: string): SequenceRange | null {
  const [, first, last] = SHAPE.exec(id) ?? [];
  if (first === undefined || last === undefined) return null;
  const range = { firstSequence: Number(first), lastSequence: Number(last) };
  const isRange =
    Number.isSafeInteger(range.lastSequence) && range.firstSequence > 0 && range.firstSequence <= range.lastSequence;
  return isRange ? range : null;
}

/**
 * The events of a stored message: from its id, or from its bytes when the id has another form. Throws when it is not an event
 * message.
 */
export function rangeOf(id: string, bytes: Uint8Array): SequenceRange {
  const named = parseMessageId(id);
  if (named !== null) return named;
  const message = decodeMessage(bytes);
  return { firstSequence: message.firstSequence, lastSequence: lastSequence(message) };
}
