import { oppositeQuote, quoteOfOutcome, shownPrice } from './shown-price';

describe('shownPrice', () => {
  it('is the midpoint while both sides are offered close together', () => {
    expect(shownPrice({ bid: '0.42', ask: '0.45', last: '0.9' })).toEqual({ kind: 'midpoint', price: '0.435' });
    expect(shownPrice({ bid: '0.42', ask: '0.52', last: null })).toEqual({ kind: 'midpoint', price: '0.47' });
  });

  it('is the last trade where a side is missing or the middle is nobody’s price', () => {
    expect(shownPrice({ bid: '0.42', ask: null, last: '0.43' })).toEqual({ kind: 'last', price: '0.43' });
    expect(shownPrice({ bid: '0.01', ask: '0.99', last: '0.43' })).toEqual({ kind: 'last', price: '0.43' });
  });

  it('is none in an empty book, and between offers far apart that nobody took: never 50', () => {
    expect(shownPrice({ bid: null, ask: null, last: null })).toEqual({ kind: 'none', price: null });
    expect(shownPrice({ bid: '0.01', ask: '0.99', last: '' })).toEqual({ kind: 'none', price: null });
  });
});

describe('oppositeQuote', () => {
  it('mirrors both sides and the last trade', () => {
    expect(oppositeQuote({ bid: '0.42', ask: '0.455', last: '0.4' })).toEqual({ bid: '0.545', ask: '0.58', last: '0.6' });
    expect(oppositeQuote({ bid: null, ask: '0.455', last: null })).toEqual({ bid: '0.545', ask: null, last: null });
  });

  it('is empty for a market without a quote', () => {
    expect(quoteOfOutcome(undefined, 1)).toEqual({ bid: null, ask: null, last: null });
  });
});
