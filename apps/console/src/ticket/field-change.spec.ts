import { TICKET_FIELDS, TICKET_MARKET } from '../testing/ticket-example';
import { amountPlus, changed, offeredPrice, onOtherOutcome, shownFields, type TicketState } from './field-change';

const MARKET = {
  ...TICKET_MARKET,
  bids: [
    { price: '0.10', size: '50' },
    { price: '0.12', size: '50' },
  ],
  asks: [
    { price: '0.20', size: '50' },
    { price: '0.129', size: '50' },
  ],
};
const FRESH: TicketState = { fields: { ...TICKET_FIELDS, cents: '' }, isPriceOwn: false };
const of = (state: TicketState) => shownFields(state, MARKET);

describe('the price of a ticket', () => {
  it('is the best price of its side, and empty where nobody offers', () => {
    expect(of(FRESH).cents).toBe('12.9');
    expect(of(changed(FRESH, { side: 'SELL' }, MARKET)).cents).toBe('12');
    expect(shownFields(FRESH, TICKET_MARKET).cents).toBe('');
    expect(offeredPrice('SELL', TICKET_MARKET)).toBeNull();
  });

  it('is never that of the side, order type or outcome before', () => {
    const typed = changed(FRESH, { cents: '87.8' }, MARKET);
    expect(of(typed).cents).toBe('87.8');
    expect(of(changed(typed, { side: 'SELL' }, MARKET)).cents).toBe('12');
    expect(of(changed(typed, { kind: 'market' }, MARKET)).cents).not.toBe('87.8');
    expect(of(onOtherOutcome(typed)).cents).toBe('12.9');
  });

  it('stays as typed, empty as well, and while an amount is written', () => {
    expect(of(changed(FRESH, { cents: '' }, MARKET)).cents).toBe('');
    const written = changed(FRESH, { amount: '10' }, MARKET);
    expect(shownFields(written, { ...MARKET, asks: [{ price: '0.5', size: '1' }] }).cents).toBe('12.9');
  });
});

describe('the amount of a ticket', () => {
  const shares = changed(FRESH, { amount: '500' }, MARKET);

  it('is converted where its unit changes, and kept where it does not', () => {
    expect(of(changed(shares, { kind: 'market' }, MARKET)).amount).toBe('64.5');
    const dollars = changed(changed(FRESH, { kind: 'market' }, MARKET), { amount: '64.5' }, MARKET);
    expect(of(changed(dollars, { side: 'SELL' }, MARKET)).amount).toBe('500');
    expect(of(changed(shares, { unit: 'dollars' }, MARKET)).amount).toBe('64.5');
    expect(of(changed(shares, { side: 'SELL' }, MARKET)).amount).toBe('500');
    const typed = changed(changed(FRESH, { cents: '12,9¢' }, MARKET), { amount: ' 500.00 ' }, MARKET);
    expect(of(changed(typed, { unit: 'dollars' }, MARKET)).amount).toBe('64.5');
    expect(onOtherOutcome(shares).fields.amount).toBe('500');
  });

  it('is cleared where there is no price to convert it by', () => {
    const unpriced = changed(FRESH, { amount: '500' }, TICKET_MARKET);
    expect(shownFields(changed(unpriced, { kind: 'market' }, TICKET_MARKET), TICKET_MARKET).amount).toBe('');
  });

  it('grows by the quick buttons', () => {
    expect(amountPlus({ amount: '' }, 10)).toBe('10');
    expect(amountPlus({ amount: '2.5' }, 100)).toBe('102.5');
    expect(amountPlus({ amount: 'many' }, 10)).toBe('10');
    expect(amountPlus({ amount: '1 000,50' }, 10)).toBe('1010.5');
    expect([amountPlus({ amount: '$2.5' }, 10, 'dollars'), amountPlus({ amount: '$2.5' }, 10, 'shares')]).toEqual(['12.5', '10']);
  });
});
