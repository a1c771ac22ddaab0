import { decodeMessage } from './codec';
import type { Event, EventMessage, EventSource } from './event';
import type { SequenceRange } from './message-id';

const DECODER = new TextDecoder('utf-8', { fatal: true });
const HEAD = /^\{"source":"(clob|gamma)","firstSequence":(\d{1,16}),"facts":\[/;
const TAIL = ']}';
const EVENT_HEAD = '{"type":"';
/** Quotation marks are escaped inside texts, so this occurs only between two objects of a list. */
const BORDER = `},${EVENT_HEAD}`;

interface RequestedEvents {
  readonly texts: readonly string[];
  readonly sequences: readonly number[];
}

/**
 * Decodes a message without the events of some types, whose JSON is not parsed. Most events of a message concern orders, which
 * only a few readers need. Decodes everything whenever the borders are not certain. Throws like decodeMessage.
 * @param range the events of the message, from its id
 */
export function decodeMessageWithout(bytes: Uint8Array, skippedTypes: ReadonlySet<string>, range: SequenceRange): EventMessage {
  const text = DECODER.decode(bytes);
  const [head, source, first] = HEAD.exec(text) ?? [];
  if (head === undefined || !text.endsWith(TAIL) || Number(first) !== range.firstSequence) return decodeMessage(bytes);
  const requested = requestedOf(text, head.length, skippedTypes, range);
  const events = requested === null ? null : parsed(requested.texts);
  if (requested === null || events === null) return decodeMessage(bytes);
  const { firstSequence, lastSequence } = range;
  return { source: source as EventSource, firstSequence, facts: events, part: { sequences: requested.sequences, lastSequence } };
}

/** Null when the text does not have as many events as its id says. */
function requestedOf(
  text: string,
  begin: number,
  skippedTypes: ReadonlySet<string>,
  range: SequenceRange,
): RequestedEvents | null {
  const texts: string[] = [];
  const sequences: number[] = [];
  const end = text.length - TAIL.length;
  let sequence = range.firstSequence;
  for (let at = begin; at < end; sequence += 1) {
    if (!text.startsWith(EVENT_HEAD, at)) return null;
    const typeAt = at + EVENT_HEAD.length;
    const border = text.indexOf(BORDER, typeAt);
    const eventEnd = border === -1 ? end : border + 1;
    if (!skippedTypes.has(text.slice(typeAt, text.indexOf('"', typeAt)))) {
      texts.push(text.slice(at, eventEnd));
      sequences.push(sequence);
    }
    at = eventEnd + 1;
  }
  return sequence === range.lastSequence + 1 ? { texts, sequences } : null;
}

/** Null unless each text is one complete event. */
function parsed(texts: readonly string[]): readonly Event[] | null {
  try {
    const events = JSON.parse(`[${texts.join(',')}]`) as readonly Event[];
    return events.length === texts.length ? events : null;
  } catch {
    return null;
  }
}
