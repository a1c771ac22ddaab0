import fc from 'fast-check';
import { EVENT_BYTES, EVENT_EXAMPLES } from './event-examples';
import { decodeMessage, encodeMessage, joinMessages, lastSequence, packMessages, type PackedMessage } from './codec';
import { MESSAGE_BYTES_MAX, MESSAGE_EVENTS_MAX, type Event, type EventMessage } from './event';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
const rows = Object.values(EVENT_EXAMPLES).map((event) => ({ event, json: EVENT_BYTES[event.type] }));

describe('golden bytes of an event message', () => {
  it.each(rows.map(({ event, json }) => [event.type, event, json] as const))(
    'of %s are encoded and decoded unchanged',
    (_, event, json) => {
      const source = event.type.startsWith('catalog.') ? 'gamma' : 'clob';
      const message: EventMessage = { source, firstSequence: 41, facts: [event] };
      const golden = bytesOf(`{"source":"${source}","firstSequence":41,"facts":[${json}]}`);
      expect(Buffer.from(encodeMessage(message))).toEqual(golden);
      expect(packMessages(source, 41, [event]).map(({ bytes }) => Buffer.from(bytes))).toEqual([golden]);
      expect(decodeMessage(golden)).toEqual(message);
    },
  );
});

describe('decodeMessage', () => {
  it('accepts an unknown event type', () => {
    const bytes = bytesOf('{"source":"clob","firstSequence":1,"facts":[{"type":"order.accepted.v9"}]}');
    expect(decodeMessage(bytes).facts).toEqual([{ type: 'order.accepted.v9' }]);
  });

  it.each([
    ['no JSON', 'facts'],
    ['null', 'null'],
    ['another source', '{"source":"data","firstSequence":1,"facts":[{"type":"x"}]}'],
    ['no sequence', '{"source":"clob","facts":[{"type":"x"}]}'],
    ['sequence 0', '{"source":"clob","firstSequence":0,"facts":[{"type":"x"}]}'],
    ['a broken sequence', '{"source":"clob","firstSequence":1.5,"facts":[{"type":"x"}]}'],
    [
      'a last sequence past the exact integers',
      '{"source":"clob","firstSequence":9007199254740991,"facts":[{"type":"x"},{"type":"x"}]}',
    ],
    ['no events', '{"source":"clob","firstSequence":1,"facts":[]}'],
    ['facts that are no list', '{"source":"clob","firstSequence":1,"facts":{"type":"x"}}'],
    ['an event without a type', '{"source":"clob","firstSequence":1,"facts":[{}]}'],
    ['an event that is null', '{"source":"clob","firstSequence":1,"facts":[null]}'],
  ])('refuses %s', (_, text) => {
    expect(() => decodeMessage(bytesOf(text))).toThrow(/^not an event message/);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => decodeMessage(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('not an event message: the bytes are not UTF-8 JSON');
  });
});

describe('packMessages', () => {
  const quote = (text: string): Event => ({ ...EVENT_EXAMPLES['order.closed.v1'], reason: text });
  const events = fc.array(
    fc
      .tuple(fc.constantFrom('a', 'ü', '漢', '🙂', '"'), fc.constantFrom(1, 100, 20_000, 200_000))
      .map(([letter, times]) => quote(letter.repeat(times))),
    { maxLength: 30 },
  );

  it('returns no message for no events', () => {
    expect(packMessages('clob', 1, [])).toEqual([]);
  });

  it('keeps every event, in order, with consecutive sequences', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), events, (firstSequence, given) => {
        const packed = packMessages('clob', firstSequence, given);
        const messages = packed.map(({ bytes }) => decodeMessage(bytes));
        expect(messages.flatMap((message) => message.facts)).toEqual(given);
        let next = firstSequence;
        for (const [index, message] of messages.entries()) {
          expect(message.firstSequence).toBe(next);
          expect(packed[index]).toMatchObject({ firstSequence: next, lastSequence: lastSequence(message) });
          expect(Buffer.from(encodeMessage(message)).equals(packed[index]?.bytes ?? new Uint8Array())).toBe(true);
          next = lastSequence(message) + 1;
        }
        expect(next).toBe(firstSequence + given.length);
      }),
      { numRuns: 40 },
    );
  });

  it('stays within the byte limit of a message for any text, unless a single event is larger', () => {
    fc.assert(
      fc.property(events, (given) => {
        for (const { firstSequence, lastSequence: last, bytes } of packMessages('gamma', 1, given)) {
          if (last > firstSequence) expect(bytes.length).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('fills a message to its event limit before it begins another', () => {
    const packed = packMessages(
      'clob',
      1,
      Array.from({ length: 2 * MESSAGE_EVENTS_MAX + 1 }, () => quote('')),
    );
    expect(packed.map(({ firstSequence, lastSequence: last }) => last - firstSequence + 1)).toEqual([
      MESSAGE_EVENTS_MAX,
      MESSAGE_EVENTS_MAX,
      1,
    ]);
  });
});

describe('joinMessages', () => {
  const event = (text: string): Event => ({ ...EVENT_EXAMPLES['order.closed.v1'], reason: text });
  /** One message for each list of events, consecutive from `first` on. */
  const messagesOf = (first: number, lists: readonly (readonly Event[])[]): PackedMessage[] => {
    let next = first;
    return lists.flatMap((events) => {
      const packed = packMessages('clob', next, events);
      next += events.length;
      return packed;
    });
  };

  it('encodes byte for byte what one message of all the events would be', () => {
    const lists = [[event('a')], [event('ü"'), event('漢🙂')], [event(']}')]];
    const joined = joinMessages('clob', messagesOf(9, lists));
    expect(joined.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(
      packMessages('clob', 9, lists.flat()).map(({ bytes }) => Buffer.from(bytes).toString()),
    );
    expect(joined).toMatchObject([{ firstSequence: 9, lastSequence: 12 }]);
  });

  it('keeps every event in order and stays within the limits of a message, however the events were packed', () => {
    const text = fc
      .tuple(fc.constantFrom('a', 'ü', '漢', '🙂'), fc.constantFrom(1, 100, 60_000, 200_000))
      .map(([letter, times]) => event(letter.repeat(times)));
    const small = fc.array(fc.constant(event('')), { minLength: 1, maxLength: 150 });
    const lists = fc.array(fc.oneof(fc.array(text, { minLength: 1, maxLength: 3 }), small), { maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), lists, (first, given) => {
        let next = first;
        const messages = messagesOf(first, given);
        const joined = joinMessages('clob', messages);
        expect(joined.length).toBeLessThanOrEqual(messages.length);
        for (const { firstSequence, lastSequence: last, bytes } of joined) {
          const message = decodeMessage(bytes);
          expect([message.firstSequence, lastSequence(message)]).toEqual([firstSequence, last]);
          expect(firstSequence).toBe(next);
          expect(last - firstSequence).toBeLessThan(MESSAGE_EVENTS_MAX);
          if (last > firstSequence) expect(bytes.length).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
          next = last + 1;
        }
        expect(joined.flatMap(({ bytes }) => decodeMessage(bytes).facts)).toEqual(given.flat());
      }),
      { numRuns: 30 },
    );
  });

  it('joins nothing across a gap, and leaves a single message unchanged', () => {
    const [one] = packMessages('clob', 1, [event('a')]);
    const [three] = packMessages('clob', 3, [event('b')]);
    if (one === undefined || three === undefined) throw new Error('an event makes a message');
    expect(joinMessages('clob', [one, three])).toEqual([one, three]);
    expect(joinMessages('clob', [])).toEqual([]);
  });

  it('refuses bytes in another encoding', () => {
    const bytes = Buffer.from('{"firstSequence":2,"source":"clob","facts":[]}');
    const [one] = packMessages('clob', 1, [event('a')]);
    if (one === undefined) throw new Error('an event makes a message');
    expect(() => joinMessages('clob', [one, { firstSequence: 2, lastSequence: 2, bytes }])).toThrow(/message of event 2/);
  });
});
