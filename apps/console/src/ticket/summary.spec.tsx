import { render } from '@testing-library/react';
import { TICKET_FIELDS, TICKET_MARKET } from '../testing/ticket-example';
import { Summary } from './summary';

describe('the line of an order', () => {
  it.each([
    [{ cents: '42' }, 'Limit order: buy Yes at 42¢'],
    [{ cents: ' 42,0 ¢' }, 'Limit order: buy Yes at 42¢'],
    [{ cents: '42¢', kind: 'market', side: 'SELL' }, 'Market order: sell Yes at 42¢ or better'],
  ] as const)('of %j has the price that is signed, in one unit', (changes, line) => {
    const { container } = render(<Summary fields={{ ...TICKET_FIELDS, ...changes }} terms={TICKET_MARKET} label="Yes" />);
    expect(container.textContent).toBe(line);
  });
});
