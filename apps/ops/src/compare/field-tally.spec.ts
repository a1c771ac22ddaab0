import { FieldTally } from './field-tally';
import { verdictOf } from './same-value';

describe('comparing a source with the catalog', () => {
  it.each([
    ['a', 'a', 'same'],
    ['2025-08-18 19:00:00+00', '2025-08-18T19:00:00Z', 'rewritten'],
    ['2025-08-18T19:00:00.5Z', '2025-08-18T19:00:00.500Z', 'rewritten'],
    ['12.50', 12.5, 'rewritten'],
    ['["0.50","0.50"]', '["0.5", "0.5"]', 'rewritten'],
    ['0xAB', '0xab', 'rewritten'],
    [{ a: [1] }, { a: [1] }, 'same'],
    ['a', 'b', 'other'],
    [1, 2, 'other'],
    ['[broken', '[Broken', 'other'],
    [false, undefined, 'absent'],
    [0, null, 'absent'],
  ])('%j returned as %j is %s', (source, served, verdict) => {
    expect(verdictOf(source, served)).toBe(verdict);
  });

  it('counts each field by response format, skips empty values, and gives the reason where it is known', () => {
    const tally = new FieldTally();
    const source = { question: 'Rain?', makerBaseFee: 1000, icon: '', events: [{ id: '1' }], twitterCard: 'x' };
    tally.add('market', source, { interface: { question: 'Rain?' }, public: { question: 'Rain?', makerBaseFee: 0 } });
    const none = { same: 0, rewritten: 0, other: 0, absent: 0 };
    expect(tally.reports()).toEqual([
      {
        kind: 'market',
        field: 'makerBaseFee',
        records: 1,
        interface: { ...none, absent: 1 },
        public: { ...none, other: 1 },
        why: expect.stringContaining('charged here'),
      },
      { kind: 'market', field: 'question', records: 1, interface: { ...none, same: 1 }, public: { ...none, same: 1 }, why: null },
      {
        kind: 'market',
        field: 'twitterCard',
        records: 1,
        interface: { ...none, absent: 1 },
        public: { ...none, absent: 1 },
        why: null,
      },
    ]);
  });
});
