import { sequenced } from './sequenced';
import type { TradingEvent } from './trading-events';

const eventAt = (sequence: number): TradingEvent => ({
  type: 'funds.credited.v1',
  at: 1,
  wallet: '0x00',
  amountMicros: sequence,
});

describe('sequenced', () => {
  it('numbers the events of messages in order', () => {
    const events: TradingEvent[] = [eventAt(5), eventAt(6)];
    const numbered = [
      ...sequenced<'clob'>([
        { source: 'clob', firstSequence: 5, facts: events },
        { source: 'clob', firstSequence: 7, facts: [eventAt(7)] },
      ]),
    ];
    expect(numbered.map(({ sequence }) => sequence)).toEqual([5, 6, 7]);
    expect(numbered.map(({ event }) => event)).toEqual([eventAt(5), eventAt(6), eventAt(7)]);
  });
});
