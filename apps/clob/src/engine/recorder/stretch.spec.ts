import { shares, usdc } from '@foretell/units';
import { CommitMaker, COMMITTED_AT } from '../../testing/commit-rows';
import { ALICE, CONDITION, OPEN_MARKET, credit, order } from '../../testing/writer-world';
import { Stretch } from './stretch';

const cancelAll = { command: { type: 'cancelOrders', wallet: ALICE, conditionId: null, outcome: null } } as const;

describe('a range of commits', () => {
  it('writes an order that was placed and closed within it once, with its final state, and a balance once', () => {
    const maker = new CommitMaker();
    const resting = order(ALICE, 'BUY', 6_000, shares(10));
    const stretch = new Stretch();
    stretch.add(maker.commit([{ command: OPEN_MARKET }, credit(ALICE, 'a')]));
    stretch.add(maker.commit([resting]));
    stretch.add(maker.commit([cancelAll]));
    expect(stretch.placedOrders()).toMatchObject([{ row: { status: 'live' }, state: { status: 'canceled', lockedMicros: 0 } }]);
    expect(stretch.changedOrders()).toEqual([]);
    expect(stretch.balances()).toMatchObject([{ wallet: ALICE, availableMicros: usdc(1_000), lockedMicros: 0 }]);
    expect(stretch.markets()).toMatchObject([{ row: { conditionId: CONDITION }, acceptingSince: COMMITTED_AT }]);
    expect(stretch.head).toMatchObject({ commitNumber: 3 });
    expect(stretch.ledgerEntries()).toMatchObject([{ reference: 'a' }]);
  });

  it('keeps only the last state of an order that was placed before it', () => {
    const maker = new CommitMaker();
    maker.commit([{ command: OPEN_MARKET }, credit(ALICE, 'a'), order(ALICE, 'BUY', 6_000, shares(10))]);
    const stretch = new Stretch();
    stretch.add(maker.commit([cancelAll]));
    expect(stretch.placedOrders()).toEqual([]);
    expect(stretch.changedOrders()).toMatchObject([{ status: 'canceled' }]);
  });

  it('lists the ids of the orders that it places and the references that it books', () => {
    const maker = new CommitMaker();
    const placed = order(ALICE, 'BUY', 6_000, shares(10));
    const stretch = new Stretch();
    stretch.add(maker.commit([{ command: OPEN_MARKET }, credit(ALICE, 'a'), placed]));
    const id = placed.command.type === 'placeOrder' ? placed.command.orderId : '';
    expect([id, 'a', 'b'].map((each) => stretch.holds(each))).toEqual([true, true, false]);
  });

  it('refuses a commit that does not follow', () => {
    const maker = new CommitMaker();
    const stretch = new Stretch();
    stretch.add(maker.commit([{ command: OPEN_MARKET }]));
    maker.commit([credit(ALICE, 'a')]);
    const third = maker.commit([credit(ALICE, 'b')]);
    expect(() => stretch.add(third)).toThrow('commit 3 cannot follow commit 1');
    expect(() => new Stretch().head).toThrow('an empty stretch has no head');
  });
});
