import { decodeMessage, lastSequence, type PackedMessage } from './codec';
import type { FactSource } from './fact';

/** The header of a message on the stream that names the facts it holds. */
export const MESSAGE_ID_HEADER = 'Nats-Msg-Id';
const SHAPE = /^[a-z]+-(\d{1,16})-(\d{1,16})$/;

/** The facts a message holds, both ends included. */
export interface SequenceRange {
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/** Identity of a message: its source and the facts it holds. */
export function messageId(source: FactSource, { firstSequence, lastSequence: last }: SequenceRange | PackedMessage): string {
  return `${source}-${firstSequence}-${last}`;
}

/** The facts that an id names; null when it is not an id of ours. */
export function parseMessageId(id: string): SequenceRange | null {
  const [, first, last] = SHAPE.exec(id) ?? [];
  if (first === undefined || last === undefined) return null;
  const range = { firstSequence: Number(first), lastSequence: Number(last) };
  const isRange =
    Number.isSafeInteger(range.lastSequence) && range.firstSequence > 0 && range.firstSequence <= range.lastSequence;
  return isRange ? range : null;
}

/** The facts a stored message holds: by its id, or from its bytes when it has none of ours. Throws when it is no fact message. */
export function rangeOf(id: string, bytes: Uint8Array): SequenceRange {
  const named = parseMessageId(id);
  if (named !== null) return named;
  const message = decodeMessage(bytes);
  return { firstSequence: message.firstSequence, lastSequence: lastSequence(message) };
}
