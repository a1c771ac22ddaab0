/** @jest-environment node */
import { limitOrder, marketBuy } from '@foretell/client/browser';
import { TICKET_FIELDS, TICKET_MARKET, planned as planOfTicket } from '../testing/ticket-example';
import { planOf, unitOf, worstCents, type Plan, type Problem, type TicketFields, type TicketMarket } from './plan';

const MARKET: TicketMarket = {
  ...TICKET_MARKET,
  isNegRisk: true,
  bids: [{ price: '0.4', size: '10' }],
  asks: [
    { price: '0.5', size: '100' },
    { price: '0.45', size: '10' },
  ],
};
const LIMIT: TicketFields = { ...TICKET_FIELDS, amount: '10' };
const NOW = 1_800_000_000;

const planned = (changes: Partial<TicketFields>): Plan => planOfTicket({ ...LIMIT, ...changes }, MARKET, NOW);

function problems(changes: Partial<TicketFields>): readonly Problem[] {
  const plan = planOf({ ...LIMIT, ...changes }, MARKET, NOW);
  return 'draft' in plan ? [] : plan;
}

describe('a limit order', () => {
  it('equals the client’s own draft, on either side', () => {
    for (const side of ['BUY', 'SELL'] as const)
      expect(planned({ side }).draft).toEqual(limitOrder({ tokenId: '7', side, price: '0.42', size: '10', isNegRisk: true }));
  });

  it('costs at most its limit and the worst fee, and no fee when it only rests', () => {
    // 10 x 0.42, and 10 x 0.07 x 0.42 x 0.58 = 0.17052
    expect(planned({}).worstMicros).toBe(4_200_000n + 170_520n);
    expect(planned({}).taken.sharesMicros).toBe(0n);
    expect(planned({ postOnly: true }).worstMicros).toBe(4_200_000n);
    expect(planned({ postOnly: true }).draft.postOnly).toBe(true);
  });

  it('brings at least its limit less the worst fee', () => {
    // 10 x 0.4, less 10 x 0.07 x 0.4 x 0.6 = 0.168. At a half the fee is 0.175, but the proceeds are a dollar more.
    const plan = planned({ side: 'SELL', cents: '40' });
    expect([plan.worstMicros, plan.taken.sharesMicros]).toEqual([4_000_000n - 168_000n, 10_000_000n]);
  });

  it('by dollars is for as many hundredths of shares as they pay', () => {
    expect(planned({ unit: 'dollars', amount: '25', cents: '42' }).sharesMicros).toBe(59_520_000n);
  });

  it('accepts figures as people type and paste them', () => {
    const pasted = planned({ amount: ' 1,000.50 ', cents: '42¢' });
    expect([pasted.sharesMicros, pasted.limitPips]).toEqual([1_000_500_000n, 4_200n]);
    expect(planned({ amount: '12,50', cents: '42,0' }).sharesMicros).toBe(12_500_000n);
    expect(planned({ unit: 'dollars', amount: '$25', cents: '42 ¢' }).sharesMicros).toBe(59_520_000n);
  });

  it('expires when requested', () => {
    expect(planned({ endsIn: 3_600 }).draft).toMatchObject({ orderType: 'GTD', expirationSeconds: NOW + 3_600 });
    expect(planned({}).draft).not.toHaveProperty('expirationSeconds');
  });
});

describe('a market order', () => {
  it('to buy spends dollars up to a worst price, as the client’s own', () => {
    const plan = planned({ kind: 'market', amount: '20', cents: '50' });
    expect(plan.draft).toEqual(marketBuy({ tokenId: '7', spend: '20', worstPrice: '0.5', orderType: 'FAK', isNegRisk: true }));
    // 10 at 0.45, and 15.5 at 0.5 use up the 20; their fee is added.
    expect(plan.taken).toMatchObject({ sharesMicros: 10_000_000n + 31_000_000n, usdcMicros: 20_000_000n });
    expect(plan.worstMicros).toBe(20_000_000n + plan.taken.feeMicros);
  });

  it('to sell gives shares down to a worst price', () => {
    const plan = planned({ kind: 'market', side: 'SELL', fill: 'FOK', amount: '10', cents: '38' });
    expect(plan.draft).toEqual(
      limitOrder({ tokenId: '7', side: 'SELL', price: '0.38', size: '10', orderType: 'FOK', isNegRisk: true }),
    );
    expect(plan.taken.usdcMicros).toBe(4_000_000n);
    expect(planned({ kind: 'market', side: 'SELL', amount: '4.5', cents: '38' }).taken.usdcMicros).toBe(1_800_000n);
  });

  it('is measured as the exchange measures it', () => {
    expect(unitOf({ ...LIMIT, kind: 'market', unit: 'shares' })).toBe('dollars');
    expect(unitOf({ ...LIMIT, kind: 'market', side: 'SELL', unit: 'dollars' })).toBe('shares');
  });

  it('suggests a worst price two ticks beyond the last level that its amount needs', () => {
    const worst = (changes: Partial<TicketFields>, book: Partial<TicketMarket> = {}): string =>
      worstCents({ ...LIMIT, kind: 'market', ...changes }, { ...MARKET, ...book });
    // The 10 at 0.45 cost 4.5.
    expect([worst({ amount: '' }), worst({ amount: '4.5' }), worst({ amount: '4.51' })]).toEqual(['47', '47', '52']);
    const bids = [
      { price: '0.02', size: '5' },
      { price: '0.4', size: '10' },
    ];
    expect([worst({ side: 'SELL' }, { bids }), worst({ side: 'SELL', amount: '10.01' }, { bids })]).toEqual(['38', '1']);
    // More than the book offers needs all of it.
    expect(worst({ amount: '100000' })).toBe('52');
    expect(worst({}, { asks: [] })).toBe('');
  });
});

describe('an invalid ticket', () => {
  it.each<[string, Partial<TicketFields>, string, RegExp]>([
    ['no amount', { amount: '' }, 'amount', /how many shares/],
    ['an amount of nothing', { amount: '0' }, 'amount', /how many shares/],
    ['too few shares', { amount: '4.99' }, 'amount', /at least 5 shares \(\$2.10 at this price\)/],
    ['too few shares to sell', { kind: 'market', side: 'SELL', amount: '0.009999' }, 'amount', /at least 0.01 shares/],
    ['a part of a step', { amount: '5.000001' }, 'amount', /steps of 0.00005. Just below: 5\./],
    ['more than an order may have', { amount: '1000000001' }, 'amount', /at most 1,000,000,000 shares/],
    [
      'dollars that buy more than that',
      { unit: 'dollars', amount: '100000000', cents: '1' },
      'amount',
      /at most 1,000,000,000 shares/,
    ],
    ['too fine an amount', { amount: '5.0000001' }, 'amount', /six decimals/],
    ['too little money', { kind: 'market', amount: '0.99' }, 'amount', /at least \$1/],
    ['no price', { cents: '' }, 'cents', /number of cents/],
    ['a price off the tick', { cents: '42.4' }, 'cents', /multiple of 1¢. Nearest: 42¢/],
    ['a price in dollars', { cents: '$0.50' }, 'cents', /in cents. For \$0.50 write 50/],
    ['a price in dollars and cents', { cents: '$0.50¢' }, 'cents', /in cents/],
    ['dollars in cents', { unit: 'dollars', amount: '50¢' }, 'amount', /in dollars. For 50¢ write 0.50/],
    ['a budget in cents', { kind: 'market', amount: '50¢' }, 'amount', /in dollars/],
    ['shares in dollars', { amount: '$10' }, 'amount', /number of shares, without \$ or ¢/],
    ['shares in cents', { amount: '10¢' }, 'amount', /number of shares/],
    ['an amount with two meanings', { amount: '1,000' }, 'amount', /^Is it 1000 or 1\? Write 1000 or 1\.$/],
    ['one with decimals', { amount: '12,345' }, 'amount', /^Is it 12345 or 12.345\? Write 12345 or 12.3450\.$/],
    ['a price of nothing', { cents: '0' }, 'cents', /between 1¢ and 99¢/],
    ['a price of a dollar', { cents: '100' }, 'cents', /between 1¢ and 99¢/],
  ])('shows the problem: %s', (_what, changes, field, text) => {
    expect(problems(changes)).toEqual([{ field, text: expect.stringMatching(text) }]);
  });

  it('shows all problems', () => {
    expect(problems({ amount: '', cents: '' }).map(({ field }) => field)).toEqual(['amount', 'cents']);
  });
});
