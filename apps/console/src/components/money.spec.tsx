import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Money, Price, Shares } from './money';

const textOf = (shown: ReactElement): string | null => render(shown).container.textContent;

describe('figures', () => {
  it.each([
    [<Money key="1" amount="1234.5" />, '$1,234.50'],
    [<Money key="2" amount={-8.6} />, '−$8.60'],
    [<Money key="3" amount={8.3} signed />, '+$8.30'],
    [<Money key="4" amount="-0.000001" signed />, '−$0.000001'],
    [<Money key="5" amount={0} signed />, '$0.00'],
    [<Price key="6" price="0.4205" />, '42.05¢'],
    [<Price key="7" price={null} />, '—'],
    [<Shares key="8" size={1000000.000001} />, '1,000,000.000001'],
  ])('shows every digit that was said (%#)', (shown, text) => {
    expect(textOf(shown)).toBe(text);
  });
});
