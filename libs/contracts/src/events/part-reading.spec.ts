import fc from 'fast-check';
import { decodeMessage, encodeMessage, lastSequence, messageId, parseMessageId, sequenced } from '.';
import type { Event, EventMessage } from './event';
import { EVENT_EXAMPLES } from './event-examples';
import { decodeMessageWithout } from './part-reading';

const EXAMPLES: readonly Event[] = Object.values(EVENT_EXAMPLES);
const SKIPPED = new Set(['order.accepted.v1', 'order.closed.v1', 'catalog.market.v2']);
const messageOf = (events: readonly Event[], firstSequence = 7): EventMessage => ({
  source: 'clob',
  firstSequence,
  facts: events,
});
const rangeOf = (message: EventMessage): { firstSequence: number; lastSequence: number } => ({
  firstSequence: message.firstSequence,
  lastSequence: lastSequence(message),
});
const readWithout = (message: EventMessage, skippedTypes: ReadonlySet<string> = SKIPPED): EventMessage =>
  decodeMessageWithout(encodeMessage(message), skippedTypes, rangeOf(message));
const numbered = (message: EventMessage): { event: Event; sequence: number }[] => [
  ...sequenced<'clob'>([message as EventMessage<never>]),
];

describe('decodeMessageWithout', () => {
  it('returns the other events with their positions, and the end of the message', () => {
    const message = messageOf(EXAMPLES);
    const read = readWithout(message);
    expect(numbered(read)).toEqual(numbered(message).filter(({ event }) => !SKIPPED.has(event.type)));
    expect(numbered(read).length).toBeLessThan(EXAMPLES.length);
    expect(lastSequence(read)).toBe(lastSequence(message));
  });

  it('equals decoding everything and dropping those events, for any message', () => {
    const event = fc
      .constantFrom(...EXAMPLES)
      .chain((example) =>
        fc
          .record({ note: fc.option(fc.string({ unit: 'grapheme' })), nested: fc.option(fc.jsonValue()) })
          .map((more) => ({ ...example, ...more })),
      );
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 2 ** 40 }), (events, first) => {
        const message = messageOf(events, first);
        const all = numbered(decodeMessage(encodeMessage(message)));
        const read = readWithout(message);
        const wanted = numbered(read).filter(({ event: { type } }) => !SKIPPED.has(type));
        expect(wanted).toEqual(all.filter(({ event: { type } }) => !SKIPPED.has(type)));
        expect(lastSequence(read)).toBe(lastSequence(message));
      }),
    );
  });

  it('is correct for texts and lists that look like the border of two events', () => {
    const border = '"},{"type":"order.closed.v1","at":1';
    const list = [{ kind: 1 }, { type: 'order.closed.v1', at: 1 }];
    const published = [
      { ...EVENT_EXAMPLES['order.accepted.v1'], note: border, list },
      { ...EVENT_EXAMPLES['funds.credited.v1'], note: border, list },
    ];
    const read = readWithout(messageOf(published));
    expect(numbered(read).filter(({ event: { type } }) => type === 'funds.credited.v1')).toEqual([
      { event: published[1], sequence: 8 },
    ]);
  });

  it('decodes everything if a message has another encoding than encodeMessage, or other events than its id says', () => {
    const message = messageOf([EVENT_EXAMPLES['order.accepted.v1'], EVENT_EXAMPLES['funds.credited.v1']]);
    const spaced = Buffer.from(JSON.stringify(message, null, 1));
    expect(decodeMessageWithout(spaced, SKIPPED, rangeOf(message))).toEqual(decodeMessage(spaced));
    const range = parseMessageId(messageId('clob', { firstSequence: 7, lastSequence: 9 }));
    if (range === null) throw new Error('it is an id');
    expect(decodeMessageWithout(encodeMessage(message), SKIPPED, range)).toEqual(message);
  });

  it.each(['', '{"source":"clob","firstSequence":7,"facts":[{"type":"funds.credited.v1","at":}]}'])(
    'throws an error for %p, which is not a message',
    (text) => {
      const range = { firstSequence: 7, lastSequence: 7 };
      expect(() => decodeMessageWithout(Buffer.from(text), SKIPPED, range)).toThrow(/not an event message/);
    },
  );
});
