import { MESSAGE_BYTES_MAX, MESSAGE_FACTS_MAX, type Fact, type FactMessage, type FactSource } from './fact';

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** What surrounds the facts, with the longest source name and sequence. */
const ENVELOPE_BYTES_MAX = '{"source":"gamma","firstSequence":9007199254740991,"facts":[]}'.length;

const SOURCES: readonly string[] = ['clob', 'gamma'] satisfies readonly FactSource[];

/** The bytes of a message: compact UTF-8 JSON, keys in the order of the type. Golden bytes: codec.spec.ts. */
export function encodeMessage(message: FactMessage): Uint8Array {
  const { source, firstSequence, facts } = message;
  return ENCODER.encode(JSON.stringify({ source, firstSequence, facts }));
}

/** Reads a message; throws a sentence when the bytes are not one. Unknown fact types pass: the consumer decides. */
export function decodeMessage(bytes: Uint8Array): FactMessage {
  const value = parse(bytes);
  if (!isMessage(value)) throw new Error('not a fact message: source, firstSequence or facts is missing or malformed');
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(DECODER.decode(bytes));
  } catch (cause) {
    throw new Error('not a fact message: the bytes are not UTF-8 JSON', { cause });
  }
}

function isMessage(value: unknown): value is FactMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { source, firstSequence, facts } = value as Record<string, unknown>;
  return (
    typeof source === 'string' &&
    SOURCES.includes(source) &&
    typeof firstSequence === 'number' &&
    Number.isSafeInteger(firstSequence) &&
    firstSequence > 0 &&
    Array.isArray(facts) &&
    facts.length > 0 &&
    firstSequence <= Number.MAX_SAFE_INTEGER - facts.length + 1 &&
    facts.every((fact: unknown) => typeof fact === 'object' && fact !== null && 'type' in fact && typeof fact.type === 'string')
  );
}

/** Sequence of the last fact of a message. */
export function lastSequence(message: FactMessage): number {
  return message.firstSequence + message.facts.length - 1;
}

/**
 * Splits consecutive facts into messages, in order: each within MESSAGE_FACTS_MAX and, unless it is one fact that is larger by
 * itself, within MESSAGE_BYTES_MAX as encoded. The bytes are those of encodeMessage. No facts, no messages.
 */
export function packMessages(source: FactSource, firstSequence: number, facts: readonly Fact[]): PackedMessage[] {
  const packed: PackedMessage[] = [];
  let next = firstSequence;
  let texts: string[] = [];
  let sizeBytes = ENVELOPE_BYTES_MAX;
  const flush = (): void => {
    if (texts.length === 0) return;
    const json = `{"source":"${source}","firstSequence":${next},"facts":[${texts.join(',')}]}`;
    packed.push({ firstSequence: next, lastSequence: next + texts.length - 1, bytes: ENCODER.encode(json) });
    next += texts.length;
    texts = [];
    sizeBytes = ENVELOPE_BYTES_MAX;
  };
  for (const fact of facts) {
    const text = JSON.stringify(fact);
    // Text outside ASCII takes up to three bytes a character, and the fact's comma one more.
    const factBytes = Buffer.byteLength(text) + 1;
    if (texts.length >= MESSAGE_FACTS_MAX || (texts.length > 0 && sizeBytes + factBytes > MESSAGE_BYTES_MAX)) flush();
    texts.push(text);
    sizeBytes += factBytes;
  }
  flush();
  return packed;
}

/** A message ready for the journal and the stream. */
export interface PackedMessage {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly bytes: Uint8Array;
}
