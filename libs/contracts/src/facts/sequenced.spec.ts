import { sequenced } from './sequenced';
import type { TradingFact } from './trading-facts';

const factAt = (sequence: number): TradingFact => ({
  type: 'funds.credited.v1',
  at: 1,
  wallet: '0x00',
  amountMicros: sequence,
});

describe('sequenced', () => {
  it('numbers the events of messages in order', () => {
    const facts: TradingFact[] = [factAt(5), factAt(6)];
    const numbered = [
      ...sequenced<'clob'>([
        { source: 'clob', firstSequence: 5, facts },
        { source: 'clob', firstSequence: 7, facts: [factAt(7)] },
      ]),
    ];
    expect(numbered.map(({ sequence }) => sequence)).toEqual([5, 6, 7]);
    expect(numbered.map(({ fact }) => fact)).toEqual([factAt(5), factAt(6), factAt(7)]);
  });
});
