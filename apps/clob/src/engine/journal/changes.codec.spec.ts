import { shares } from '@foretell/units';
import { listingOf } from '../../market-directory/listing';
import { catalogMarket } from '../../testing/catalog-market';
import { CommitMaker } from '../../testing/commit-rows';
import { ALICE, BOB, CONDITION, OPEN_MARKET, credit, order } from '../../testing/writer-world';
import { decodeChanges, encodeChanges } from './changes.codec';

describe("a commit's rows as bytes", () => {
  it('come back as they were: markets, balances, orders, states, trades, prices, ledger entries, listings, checkpoint', () => {
    const listing = listingOf(catalogMarket(1));
    if (listing === null) throw new Error('the market of the test gets no order book');
    const maker = new CommitMaker();
    const first = maker.commit(
      [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b'), order(ALICE, 'BUY', 6_000, shares(10))],
      { listings: [listing], gammaCheckpoint: 7 },
    );
    const second = maker.commit([
      order(BOB, 'BUY', 4_500, shares(25), { outcome: 1 }),
      order(ALICE, 'BUY', 2_000, shares(10), { orderType: 'GTD', expiresAt: 1_900_000_000_000 as never }),
      { command: { type: 'cancelOrders', wallet: ALICE, conditionId: CONDITION, outcome: null } },
    ]);
    expect(second).toMatchObject({
      trades: [{ takerNote: { owner: 'key-of-bb' }, makerOwners: ['key-of-aa'] }],
      newOrders: [{}, { row: { status: 'canceled', closeReason: 'canceled' } }],
      orderStates: [{ status: 'matched' }],
    });
    for (const rows of [first, second]) {
      const { orderStates, trades, ...rest } = decodeChanges(encodeChanges(rows));
      expect(rest).toEqual({ ...rows, orderStates: undefined, trades: undefined });
      expect(rows.orderStates).toMatchObject(orderStates);
      expect(rows.trades).toMatchObject(trades);
    }
  });

  it('of a layout that this surface does not know are refused', () => {
    expect(() => decodeChanges(Buffer.of(9))).toThrow('the journal holds rows of layout 9; this surface reads layout 2');
  });
});
