import type { CatalogMarketV2 } from '@foretell/contracts';
import { dispatch, type HandlerTable } from './dispatch';

const table: HandlerTable<'gamma', string> = {
  'catalog.market.v2': (event, { sequence }) => `${event.marketId} at ${sequence}`,
};
const market = { type: 'catalog.market.v2', marketId: '7' } as CatalogMarketV2;
const fromTheFuture = { ...market, type: 'catalog.market.v9' } as unknown as CatalogMarketV2;

describe('dispatch', () => {
  it('passes an event and its sequence to the handler of its type', () => {
    expect(dispatch(table, { event: market, sequence: 12 })).toBe('7 at 12');
  });

  it('throws on a type without a handler, naming type and sequence', () => {
    expect(() => dispatch(table, { event: fromTheFuture, sequence: 3 })).toThrow(
      /no handler for event catalog.market.v9 at sequence 3/,
    );
  });

  it('skips a type that is explicitly ignored', () => {
    expect(dispatch(table, { event: fromTheFuture, sequence: 3 }, ['catalog.market.v9'])).toBeUndefined();
  });

  it.each(['toString', 'constructor', '__proto__'])('does not take %s for a handler', (type) => {
    const odd = { ...market, type } as unknown as CatalogMarketV2;
    expect(() => dispatch(table, { event: odd, sequence: 1 })).toThrow(/no handler/);
  });

  it('does not compile without a handler for each event type', () => {
    // @ts-expect-error the table of the trading service has more than none
    const incomplete: HandlerTable<'clob'> = {};
    expect(incomplete).toEqual({});
  });
});
