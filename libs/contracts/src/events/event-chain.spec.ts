import fc from 'fast-check';
import type { EventMessage } from './event';
import { chainAfter } from './event-chain';
import type { TradingEvent } from './trading-events';

/** An event that contains its own sequence. */
const eventAt = (sequence: number): TradingEvent => ({
  type: 'funds.credited.v1',
  at: 1,
  wallet: '0x00',
  amountMicros: sequence,
});
const message = (first: number, last: number): EventMessage => ({
  source: 'clob',
  firstSequence: first,
  facts: Array.from({ length: last - first + 1 }, (_, index) => eventAt(first + index)),
});
const sequencesIn = (messages: readonly EventMessage[]): number[] =>
  messages.flatMap(({ firstSequence, facts: events }) => events.map((_, index) => firstSequence + index));
const messages = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 5 })).map(([first, more]) => message(first, first + more)),
);

describe('chainAfter', () => {
  it('returns consecutive messages unchanged', () => {
    const given = [message(4, 5), message(6, 6)];
    expect(chainAfter(3, given)).toEqual({ fresh: given, settledCount: 2, resumesAt: null });
  });

  it('trims a message across the checkpoint', () => {
    expect(chainAfter(4, [message(3, 6)]).fresh).toEqual([message(5, 6)]);
  });

  it('trims a partially read message by the positions of its events', () => {
    const read = { ...message(3, 9), facts: [eventAt(4), eventAt(6)], part: { sequences: [4, 6], lastSequence: 9 } };
    expect(chainAfter(4, [read]).fresh).toEqual([
      { source: 'clob', firstSequence: 5, facts: [eventAt(6)], part: { sequences: [6], lastSequence: 9 } },
    ]);
    expect(chainAfter(9, [read]).fresh).toEqual([]);
    expect(chainAfter(2, [read, message(10, 10)]).fresh).toEqual([read, message(10, 10)]);
  });

  it('stops before a gap and returns where the messages resume', () => {
    expect(chainAfter(0, [message(1, 2), message(4, 4)])).toEqual({ fresh: [message(1, 2)], settledCount: 1, resumesAt: 4 });
  });

  it('returns a gapless run after the checkpoint, whatever arrives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), messages, (checkpoint, given) => {
        const { fresh, settledCount, resumesAt } = chainAfter(checkpoint, given);
        const sequences = sequencesIn(fresh);
        expect(sequences).toEqual(sequences.map((_, index) => checkpoint + 1 + index));
        expect(fresh.flatMap(({ facts: events }) => events)).toEqual(sequences.map(eventAt));
        expect(settledCount === given.length).toBe(resumesAt === null);
      }),
    );
  });

  it('settles only messages whose events are all behind it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), messages, (checkpoint, given) => {
        const { fresh, settledCount } = chainAfter(checkpoint, given);
        const reached = checkpoint + sequencesIn(fresh).length;
        for (const sequence of sequencesIn(given.slice(0, settledCount))) expect(sequence).toBeLessThanOrEqual(reached);
      }),
    );
  });
});
