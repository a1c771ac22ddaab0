import { outcomesOf } from './outcomes';

describe('outcomesOf', () => {
  it('pairs tokens, labels and prices in their order', () => {
    const market = { outcomes: '["Yes","No"]', clobTokenIds: '["71","72"]', outcomePrices: '["0.515","0.485"]' };
    expect(outcomesOf(market)).toEqual([
      { tokenId: '71', label: 'Yes', price: '0.515' },
      { tokenId: '72', label: 'No', price: '0.485' },
    ]);
  });

  it('returns none for a market without tokens, and names an outcome without a label', () => {
    expect(outcomesOf({ outcomes: '', clobTokenIds: '', outcomePrices: '' })).toEqual([]);
    expect(outcomesOf({ outcomes: '[]', clobTokenIds: '["7"]', outcomePrices: 'null' })).toEqual([
      { tokenId: '7', label: 'Outcome 1', price: null },
    ]);
  });
});
