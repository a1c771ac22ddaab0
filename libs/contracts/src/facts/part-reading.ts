import { decodeMessage } from './codec';
import type { Fact, FactMessage, FactSource } from './fact';
import type { SequenceRange } from './message-id';

const DECODER = new TextDecoder('utf-8', { fatal: true });
const HEAD = /^\{"source":"(clob|gamma)","firstSequence":(\d{1,16}),"facts":\[/;
const TAIL = ']}';
const FACT_HEAD = '{"type":"';
/** Quotation marks are escaped inside texts, so this occurs only between two objects of a list. */
const BORDER = `},${FACT_HEAD}`;

interface Kept {
  readonly texts: readonly string[];
  readonly sequences: readonly number[];
}

/**
 * Decodes a message without the events of some types, whose JSON is not parsed. Most events of a message concern orders, which
 * only a few readers need. Decodes everything whenever the borders are not certain. Throws like decodeMessage.
 * @param range the events of the message, from its id
 */
export function decodeMessageWithout(bytes: Uint8Array, passedOver: ReadonlySet<string>, range: SequenceRange): FactMessage {
  const text = DECODER.decode(bytes);
  const [head, source, first] = HEAD.exec(text) ?? [];
  if (head === undefined || !text.endsWith(TAIL) || Number(first) !== range.firstSequence) return decodeMessage(bytes);
  const kept = keptOf(text, head.length, passedOver, range);
  const facts = kept === null ? null : parsed(kept.texts);
  if (kept === null || facts === null) return decodeMessage(bytes);
  const { firstSequence, lastSequence } = range;
  return { source: source as FactSource, firstSequence, facts, part: { sequences: kept.sequences, lastSequence } };
}

/** Null when the text does not have as many events as its id says. */
function keptOf(text: string, begin: number, passedOver: ReadonlySet<string>, range: SequenceRange): Kept | null {
  const texts: string[] = [];
  const sequences: number[] = [];
  const end = text.length - TAIL.length;
  let sequence = range.firstSequence;
  for (let at = begin; at < end; sequence += 1) {
    if (!text.startsWith(FACT_HEAD, at)) return null;
    const typeAt = at + FACT_HEAD.length;
    const border = text.indexOf(BORDER, typeAt);
    const factEnd = border === -1 ? end : border + 1;
    if (!passedOver.has(text.slice(typeAt, text.indexOf('"', typeAt)))) {
      texts.push(text.slice(at, factEnd));
      sequences.push(sequence);
    }
    at = factEnd + 1;
  }
  return sequence === range.lastSequence + 1 ? { texts, sequences } : null;
}

/** Null unless each text is one complete event. */
function parsed(texts: readonly string[]): readonly Fact[] | null {
  try {
    const facts = JSON.parse(`[${texts.join(',')}]`) as readonly Fact[];
    return facts.length === texts.length ? facts : null;
  } catch {
    return null;
  }
}
