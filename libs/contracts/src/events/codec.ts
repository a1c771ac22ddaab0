import { MESSAGE_BYTES_MAX, MESSAGE_EVENTS_MAX, type Event, type EventMessage, type EventSource } from './event';

const ENCODER = new TextEncoder();
const TAIL = ENCODER.encode(']}');
const COMMA = ENCODER.encode(',');
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** The envelope of the events, with the longest source name and sequence. */
const ENVELOPE_BYTES_MAX = '{"source":"gamma","firstSequence":9007199254740991,"facts":[]}'.length;

const SOURCES: readonly string[] = ['clob', 'gamma'] satisfies readonly EventSource[];

/** The bytes of a message: compact UTF-8 JSON, keys in the order of the type. Golden bytes: codec.spec.ts. */
export function encodeMessage(message: EventMessage): Uint8Array {
  const { source, firstSequence, facts: events } = message;
  return ENCODER.encode(JSON.stringify({ source, firstSequence, facts: events }));
}

/** Decodes a message; throws an error when the bytes are not one. Accepts unknown event types: the consumer decides. */
export function decodeMessage(bytes: Uint8Array): EventMessage {
  const value = parse(bytes);
  if (!isMessage(value)) throw new Error('not an event message: source, firstSequence or events is missing or malformed');
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(DECODER.decode(bytes));
  } catch (cause) {
    throw new Error('not an event message: the bytes are not UTF-8 JSON', { cause });
  }
}

function isMessage(value: unknown): value is EventMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { source, firstSequence, facts: events } = value as Record<string, unknown>;
  return (
    typeof source === 'string' &&
    SOURCES.includes(source) &&
    typeof firstSequence === 'number' &&
    Number.isSafeInteger(firstSequence) &&
    firstSequence > 0 &&
    Array.isArray(events) &&
    events.length > 0 &&
    firstSequence <= Number.MAX_SAFE_INTEGER - events.length + 1 &&
    events.every(
      (event: unknown) => typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string',
    )
  );
}

/** Sequence of the last event of a message. */
export function lastSequence({ firstSequence, facts: events, part }: EventMessage): number {
  return part?.lastSequence ?? firstSequence + events.length - 1;
}

/**
 * Splits consecutive events into messages, in order. Each message is within MESSAGE_EVENTS_MAX and MESSAGE_BYTES_MAX as encoded;
 * a single larger event gets its own message. No events give no messages.
 */
export function packMessages(source: EventSource, firstSequence: number, events: readonly Event[]): PackedMessage[] {
  const packed: PackedMessage[] = [];
  for (let start = 0; start < events.length; start += MESSAGE_EVENTS_MAX)
    packed.push(...withinBytes(source, firstSequence + start, events.slice(start, start + MESSAGE_EVENTS_MAX)));
  return packed;
}

/** Encodes them as one message, and only when it is too large as halves: one call of JSON for all events is twice as fast. */
function withinBytes(source: EventSource, firstSequence: number, events: readonly Event[]): PackedMessage[] {
  const bytes = encodeMessage({ source, firstSequence, facts: events });
  const half = Math.ceil(events.length / 2);
  if (bytes.length <= MESSAGE_BYTES_MAX || half === events.length)
    return [{ firstSequence, lastSequence: firstSequence + events.length - 1, bytes }];
  return [
    ...withinBytes(source, firstSequence, events.slice(0, half)),
    ...withinBytes(source, firstSequence + half, events.slice(half)),
  ];
}

/**
 * Joins consecutive messages while the result is within MESSAGE_EVENTS_MAX and MESSAGE_BYTES_MAX. The bytes are those of
 * encodeMessage; nothing is decoded. Throws when the given bytes are not in that encoding.
 */
export function joinMessages(source: EventSource, messages: readonly PackedMessage[]): PackedMessage[] {
  const joined: PackedMessage[] = [];
  let run: PackedMessage[] = [];
  let sizeBytes = ENVELOPE_BYTES_MAX;
  const flush = (): void => {
    if (run.length > 0) joined.push(joinedMessage(source, run));
    run = [];
    sizeBytes = ENVELOPE_BYTES_MAX;
  };
  for (const message of messages) {
    const first = run[0];
    const last = run.at(-1);
    const fits =
      first !== undefined &&
      message.firstSequence === (last?.lastSequence ?? 0) + 1 &&
      message.lastSequence - first.firstSequence < MESSAGE_EVENTS_MAX &&
      sizeBytes + message.bytes.length <= MESSAGE_BYTES_MAX;
    if (!fits) flush();
    run.push(message);
    sizeBytes += message.bytes.length;
  }
  flush();
  return joined;
}

/**
 * Joins consecutive messages into one of any size. The bytes are those of encodeMessage. Throws when the given bytes are not in
 * that encoding.
 */
export function joinedMessage(source: EventSource, run: readonly PackedMessage[]): PackedMessage {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) throw new Error('there is nothing to join');
  if (first === last) return first;
  const head = ENCODER.encode(headOf(source, first.firstSequence));
  const parts = run.flatMap((message, index) => [index === 0 ? head : COMMA, eventsIn(source, message)]);
  return {
    firstSequence: first.firstSequence,
    lastSequence: last.lastSequence,
    bytes: Buffer.concat([...parts, TAIL]),
  };
}

/** The bytes between the brackets of a message's events. */
function eventsIn(source: EventSource, { firstSequence, bytes }: PackedMessage): Uint8Array {
  const head = ENCODER.encode(headOf(source, firstSequence));
  const isOurs = isSame(bytes.subarray(0, head.length), head) && isSame(bytes.subarray(-TAIL.length), TAIL);
  if (!isOurs) throw new Error(`the message of event ${firstSequence} is not written as encodeMessage writes it`);
  return bytes.subarray(head.length, -TAIL.length);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function headOf(source: EventSource, firstSequence: number): string {
  return `{"source":"${source}","firstSequence":${firstSequence},"facts":[`;
}

/** A message ready for the journal and the stream. */
export interface PackedMessage {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly bytes: Uint8Array;
}
