import { Lmsr } from './lmsr';

describe('the logarithmic market scoring rule', () => {
  it('begins at its prior and grows with what is sold', () => {
    const rule = new Lmsr({ prior: 0.3, lossMax: 100 });
    expect(rule.price(0)).toBeCloseTo(0.3, 12);
    expect(rule.price(50)).toBeGreaterThan(0.3);
    expect(rule.price(-50)).toBeLessThan(0.3);
  });

  it('says how much is sold at a price', () => {
    const rule = new Lmsr({ prior: 0.3, lossMax: 100 });
    for (const price of [0.01, 0.3, 0.5, 0.99]) expect(rule.price(rule.soldAt(price))).toBeCloseTo(price, 12);
  });

  it('has the liquidity b at which an even prior loses b ln 2', () => {
    expect(new Lmsr({ prior: 0.5, lossMax: Math.LN2 * 80 }).liquidity).toBeCloseTo(80, 9);
  });

  it.each([0, 1, -0.1, NaN])('refuses the prior %p', (prior) => {
    expect(() => new Lmsr({ prior, lossMax: 1 })).toThrow('between 0 and 1');
  });

  it('refuses a maximum loss that is not positive', () => {
    expect(() => new Lmsr({ prior: 0.5, lossMax: 0 })).toThrow('positive');
  });
});
