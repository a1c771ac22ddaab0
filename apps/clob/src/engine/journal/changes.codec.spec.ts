import { flagBit } from '@foretell/exchange';
import { shares } from '@foretell/units';
import { listingOf } from '../../market-directory/listing';
import { catalogMarket } from '../../testing/catalog-market';
import { CommitMaker } from '../../testing/commit-rows';
import { COMMIT_OF_LAYOUT_3 } from '../../testing/golden-commit';
import { ALICE, BOB, CONDITION, OPEN_MARKET, credit, order } from '../../testing/writer-world';
import type { CommitRows } from './batch';
import { CHANGES, decodeChanges, encodeChanges } from './changes.codec';

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

  it('are written and read as every service of layout 3 does, to the byte', () => {
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
    expect(rows.points).toHaveLength(1);
    expect(encodeChanges(rows).toString('base64')).toBe(COMMIT_OF_LAYOUT_3.toString('base64'));
    const { newOrders, orderStates, trades, points, balances, markets, ledgerEntries, gammaCheckpoint, head } =
      decodeChanges(COMMIT_OF_LAYOUT_3);
    expect(newOrders).toMatchObject([
      { row: { ...orderId('0b'), status: 'live' }, owner: 'key-of-bb' },
      { row: { ...orderId('0c'), status: 'canceled', flags: flagBit('postOnly') } },
    ]);
    expect(orderStates).toMatchObject([{ ...orderId('0a'), status: 'matched' }]);
    expect(trades).toMatchObject([{ trade: { takerOrderId: orderId('0b').orderId }, makerOwners: ['key-of-aa'] }]);
    expect(markets).toMatchObject([{ conditionId: CONDITION, feeExponent: 1, delayMillis: 0, lastTradePips: 6_000 }]);
    expect([balances.length, points, ledgerEntries.length, gammaCheckpoint, head]).toEqual([4, rows.points, 1, 7, rows.head]);
  });

  it('are of layout 4 only while a result is under way: the release before reads all other commits', () => {
    const maker = new CommitMaker();
    const step = { conditionId: CONDITION, by: 'ann', reference: 't-1', note: 'Fällt „Ja“? 🙂' } as const;
    const commits = [
      maker.commit([{ command: OPEN_MARKET }]),
      maker.commit([
        { command: { ...step, type: 'proposeResolution', resolution: 'half', source: 'https://a.example/1', windowMillis: 0 } },
      ]),
      maker.commit([{ command: { ...step, type: 'disputeResolution' } }]),
      maker.commit([
        {
          command: { ...step, type: 'proposeResolution', reference: 't-2', resolution: 'outcome1', source: '', windowMillis: 0 },
        },
        { command: { ...step, type: 'finalizeResolution', resolution: 'outcome1', by: 'ben', graceMillis: 0 } },
      ]),
    ];
    expect(commits.map((rows) => encodeChanges(rows)[0])).toEqual([3, 4, 4, 3]);
    expect(commits.map((rows) => decodeChanges(encodeChanges(rows)).markets)).toEqual(commits.map(({ markets }) => markets));
    expect(commits.map(({ markets }) => markets[0]?.proposal?.stage)).toEqual([undefined, 'proposed', 'disputed', undefined]);
  });

  it('of a layout that this release does not know are refused', () => {
    for (const other of [1, 2, 5, 9])
      expect(() => decodeChanges(Buffer.of(other))).toThrow(
        `this release reads version 3 and 4 of the journal's rows, not version ${other}`,
      );
  });

  it('are read in either layout by a release that brings another, which says in the bytes which it is', () => {
    const rows = decodeChanges(COMMIT_OF_LAYOUT_3);
    // Made for this test: the head travels as text.
    const next = CHANGES.with(5, {
      write: (value, to) => to.text(JSON.stringify(value.head)).raw(encodeChanges(value)),
      read: (from) => ({
        head: JSON.parse(from.text()) as typeof rows.head,
        ...withoutHead(decodeChanges(Buffer.from(from.raw()))),
      }),
    });
    expect(next.decode(COMMIT_OF_LAYOUT_3)).toEqual(rows);
    expect([next.encode(rows)[0], next.decode(next.encode(rows))]).toEqual([5, rows]);
    // The release that brings a layout writes the one before.
    expect(next.encode(rows, 3)).toEqual(COMMIT_OF_LAYOUT_3);
    expect(() => decodeChanges(next.encode(rows))).toThrow("version 3 and 4 of the journal's rows, not version 5");
    expect(() => next.decode(Buffer.of(6))).toThrow("version 3 and 4 and 5 of the journal's rows, not version 6");
  });
});

function withoutHead({ head: _, ...rest }: CommitRows): Omit<CommitRows, 'head'> {
  return rest;
}
