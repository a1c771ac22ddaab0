import { isOneSlip, fuzzyMatches } from './fuzzy-match';

describe('a typing error', () => {
  it.each([
    ['pirce', 'price'],
    ['prce', 'price'],
    ['pricce', 'price'],
    ['prine', 'price'],
    ['rpice', 'price'],
    ['pric', 'price'],
    ['aab', 'ab'],
  ])('is between %s and %s', (asked, known) => {
    expect(isOneSlip(asked, known)).toBe(true);
  });

  it.each([
    ['price', 'price'],
    ['prec', 'price'],
    ['ecirp', 'price'],
    ['crpie', 'price'],
    ['', 'to'],
  ])('is not the only difference between "%s" and "%s"', (asked, known) => {
    expect(isOneSlip(asked, known)).toBe(false);
  });
});

describe('spelling candidates', () => {
  it('rank one typing error before more letters in common, and omit what has little in common', () => {
    const candidates = [
      { word: 'pierces', similarity: 0.5 },
      { word: 'prices', similarity: 0.29 },
      { word: 'price', similarity: 0.2 },
    ];
    expect(fuzzyMatches('pirce', candidates)).toEqual(['price', 'pierces']);
  });

  it('are at most three', () => {
    const candidates = ['abcx', 'abcy', 'abcz', 'abcw'].map((word) => ({ word, similarity: 0.4 }));
    expect(fuzzyMatches('abcd', candidates)).toEqual(['abcx', 'abcy', 'abcz']);
  });
});
