import { flagBit } from '@foretell/exchange';
import { ZERO_BYTES32 } from '@foretell/signing';
import { shares } from '@foretell/units';
import { listingOf } from '../../market-directory/listing';
import { catalogMarket } from '../../testing/catalog-market';
import { CommitMaker } from '../../testing/commit-rows';
import { FIRST_LAYOUT_COMMIT } from '../../testing/first-layout';
import { THIRD_LAYOUT_COMMIT } from '../../testing/third-layout';
import { ALICE, BOB, CONDITION, OPEN_MARKET, credit, order } from '../../testing/writer-world';
import { decodeChanges, encodeChanges } from './changes.codec';
import { decodeSignedOrder } from './signed-order.codec';

const BUILDER = `0x${'b1'.repeat(32)}`;
const id = (number: number): string => `0x${(0xabc0 + number).toString(16).padStart(64, '0')}`;

describe("a commit's rows as bytes", () => {
  it('decode to what was encoded: markets, balances, orders, states, trades, prices, ledger entries, listings', () => {
    const listing = listingOf(catalogMarket(1));
    if (listing === null) throw new Error('the market of the test gets no order book');
    const maker = new CommitMaker();
    const first = maker.commit(
      [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b'), order(ALICE, 'BUY', 6_000, shares(10))],
      { listings: [listing], gammaCheckpoint: 7 },
    );
    const second = maker.commit([
      order(BOB, 'BUY', 4_500, shares(25), { outcome: 1 }),
      order(ALICE, 'BUY', 2_000, shares(10), {
        orderType: 'GTD',
        flags: flagBit('postOnly'),
        expiresAt: 1_900_000_000_000 as never,
      }),
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

  it('are read as an earlier release wrote them, its signed orders as bytes', () => {
    const { markets, newOrders, orderStates, trades, balances, ledgerEntries, gammaCheckpoint, head } =
      decodeChanges(FIRST_LAYOUT_COMMIT);
    expect(newOrders).toMatchObject([
      { row: { orderId: id(1), wallet: BOB, status: 'live', lockedMicros: 6_750_000 }, owner: 'key-1', builder: BUILDER },
      { row: { orderId: id(2), orderType: 'GTD', closeReason: 'canceled' }, owner: 'key-2', builder: ZERO_BYTES32 },
    ]);
    const signature = `0x${'5a'.repeat(65)}`;
    const amounts = { makerAmount: 6_000_000n, takerAmount: 10_000_000n, side: 'BUY', signatureType: 0 };
    expect(newOrders.map(({ signed }) => decodeSignedOrder(signed))).toMatchObject([
      { order: { ...amounts, version: 2, maker: BOB, signer: BOB, salt: 763_713_635_560n, builder: BUILDER }, signature },
      { order: { ...amounts, version: 1, maker: ALICE, signer: `0x${'d'.repeat(40)}`, feeRateBps: 700n, nonce: 0n }, signature },
    ]);
    expect(orderStates).toMatchObject([{ orderId: id(0), status: 'matched', filledMicros: 10_000_000 }]);
    expect(trades).toMatchObject([
      { trade: { takerOrderId: id(1), fills: [{ kind: 'mint', makerOrderId: id(0) }] }, makerOwners: ['key-0'] },
    ]);
    expect(markets).toMatchObject([{ conditionId: CONDITION, feeExponent: 1, delayMillis: 0, lastTradePips: 6_000 }]);
    expect([balances.length, ledgerEntries.length, gammaCheckpoint, head.commitNumber]).toEqual([4, 1, 7, 2]);
  });

  it('are written and read like every release of layout 3, to the byte', () => {
    const orderId = (byte: string): { readonly orderId: string } => ({ orderId: `0x${byte.repeat(32)}` });
    const maker = new CommitMaker();
    maker.commit([
      { command: OPEN_MARKET },
      credit(ALICE, 'a'),
      credit(BOB, 'b'),
      order(ALICE, 'BUY', 6_000, shares(10), orderId('0a')),
    ]);
    const rows = maker.commit(
      [
        order(BOB, 'BUY', 4_500, shares(25), { ...orderId('0b'), outcome: 1 }),
        order(ALICE, 'BUY', 2_000, shares(10), {
          ...orderId('0c'),
          orderType: 'GTD',
          flags: flagBit('postOnly'),
          expiresAt: 1_900_000_000_000 as never,
        }),
        { command: { type: 'cancelOrders', wallet: ALICE, conditionId: CONDITION, outcome: null } },
        credit(ALICE, 'c'),
      ],
      { gammaCheckpoint: 7 },
    );
    // The price of a trade next to one-sided quotes, which the release of these bytes did not record.
    expect(rows.points).toHaveLength(1);
    expect(encodeChanges({ ...rows, points: [] }).toString('base64')).toBe(THIRD_LAYOUT_COMMIT.toString('base64'));
    const { newOrders, orderStates, trades, ledgerEntries, gammaCheckpoint, head } = decodeChanges(THIRD_LAYOUT_COMMIT);
    expect(newOrders).toMatchObject([
      { row: { ...orderId('0b'), status: 'live' }, owner: 'key-of-bb' },
      { row: { ...orderId('0c'), status: 'canceled', flags: flagBit('postOnly') } },
    ]);
    expect(orderStates).toMatchObject([{ ...orderId('0a'), status: 'matched' }]);
    expect(trades).toMatchObject([{ trade: { takerOrderId: orderId('0b').orderId }, makerOwners: ['key-of-aa'] }]);
    expect([ledgerEntries.length, gammaCheckpoint, head]).toEqual([1, 7, rows.head]);
  });

  it('of an unknown layout are refused', () => {
    expect(() => decodeChanges(Buffer.of(9))).toThrow('the journal holds rows of layout 9; this surface reads layouts 1 to 3');
  });
});
