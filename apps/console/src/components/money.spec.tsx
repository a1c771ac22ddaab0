import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { AveragePrice, Money, MoneyInCents, Price, Shares } from './money';

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
  ])('show every digit of the response (%#)', (shown, text) => {
    expect(textOf(shown)).toBe(text);
  });

  it('round a column’s money to the cent, with the exact amount as title and for screen readers', () => {
    const { container } = render(<MoneyInCents amount="-1234.575961" signed />);
    const shown = container.firstElementChild;
    expect(shown?.querySelector('[aria-hidden]')?.textContent).toBe('−$1,234.58');
    expect(shown?.querySelector('.visually-hidden')?.textContent).toBe('−$1,234.575961');
    expect(shown?.getAttribute('title')).toBe('−$1,234.575961');
    expect(shown?.className).toBe('figure is-down');
  });

  it.each([
    [<MoneyInCents key="1" amount="1234.5" />, '$1,234.50'],
    [<MoneyInCents key="2" amount={8.3} signed />, '+$8.30'],
    [<MoneyInCents key="3" amount={0} signed />, '$0.00'],
  ])('show an amount without fractions of a cent once (%#)', (shown, text) => {
    expect(textOf(shown)).toBe(text);
  });

  it('show less than half a cent as a gain or a loss', () => {
    const { container } = render(<MoneyInCents amount="0.000001" signed />);
    expect(container.querySelector('[aria-hidden]')?.textContent).toBe('+$0.00');
  });

  it('shows an average to a tenth of a cent', () => {
    expect([0.615686, 0.42, 0.9996].map((price) => render(<AveragePrice price={price} />).container.textContent)).toEqual([
      '61.6¢',
      '42¢',
      '100¢',
    ]);
  });
});
