import { act, fireEvent, render, screen } from '@testing-library/react';
import type { OrderBookSummary } from '@foretell/contracts';
import { BookLadder } from './book-ladder';

const levels = (...prices: readonly string[]): OrderBookSummary['bids'] => prices.map((price) => ({ price, size: '10' }));
const bookOf = (bids: OrderBookSummary['bids'], asks: OrderBookSummary['asks']): OrderBookSummary => ({
  market: '0x',
  asset_id: '71',
  timestamp: '1',
  hash: '',
  bids,
  asks,
  min_order_size: '5',
  tick_size: '0.01',
  neg_risk: false,
  last_trade_price: '',
});

describe('BookLadder', () => {
  const taken = jest.fn();
  const shown = (book: OrderBookSummary) => <BookLadder label="Yes" book={book} onPrice={taken} />;
  const stops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0);
  const focused = () => document.activeElement?.textContent;
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

  it('is one tab stop: the best price, named by its action', () => {
    const { rerender } = render(shown(bookOf(levels('0.40', '0.41'), levels('0.44', '0.43'))));
    expect(stops().map((each) => each.getAttribute('aria-label'))).toEqual(['Ask 43¢ into the ticket']);
    rerender(shown(bookOf(levels('0.40', '0.41'), [])));
    expect(stops().map((each) => each.textContent)).toEqual(['41¢']);
  });

  it('moves by arrows, Home and End between prices, in their visual order', () => {
    render(shown(bookOf(levels('0.40', '0.41'), levels('0.44', '0.43'))));
    act(() => stops()[0]?.focus());
    const passed = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'End'].map((key) => {
      press(key);
      return focused();
    });
    expect(passed).toEqual(['41¢', '40¢', '40¢', '41¢', '44¢', '44¢', '40¢']);
    expect(stops().map((each) => each.textContent)).toEqual(['40¢']);
  });

  it('chooses the price of the focused level', () => {
    render(shown(bookOf(levels('0.40', '0.41'), levels('0.43'))));
    act(() => stops()[0]?.focus());
    press('ArrowDown');
    fireEvent.click(document.activeElement ?? document.body);
    expect(taken.mock.calls).toEqual([['0.41']]);
  });
});
