import { shares, usdc } from '@foretell/units';
import { CommitMaker, COMMITTED_AT } from '../../testing/commit-rows';
import { ALICE, CONDITION, OPEN_MARKET, credit, order } from '../../testing/writer-world';
import { CommitRange } from './commit-range';

const cancelAll = { command: { type: 'cancelOrders', wallet: ALICE, conditionId: null, outcome: null } } as const;

describe('a range of commits', () => {
  it('writes an order that was placed and closed within it once, with its final state, and a balance once', () => {
    const maker = new CommitMaker();
    const resting = order(ALICE, 'BUY', 6_000, shares(10));
    const commitRange = new CommitRange();
    commitRange.add(maker.commit([{ command: OPEN_MARKET }, credit(ALICE, 'a')]));
    commitRange.add(maker.commit([resting]));
    commitRange.add(maker.commit([cancelAll]));
    expect(commitRange.placedOrders()).toMatchObject([
      { row: { status: 'live' }, state: { status: 'canceled', lockedMicros: 0 } },
    ]);
    expect(commitRange.changedOrders()).toEqual([]);
    expect(commitRange.balances()).toMatchObject([{ wallet: ALICE, availableMicros: usdc(1_000), lockedMicros: 0 }]);
    expect(commitRange.markets()).toMatchObject([{ row: { conditionId: CONDITION }, acceptingSince: COMMITTED_AT }]);
    expect(commitRange.head).toMatchObject({ commitNumber: 3 });
    expect(commitRange.ledgerEntries()).toMatchObject([{ reference: 'a' }]);
  });

  it('keeps only the last state of an order that was placed before it', () => {
    const maker = new CommitMaker();
    maker.commit([{ command: OPEN_MARKET }, credit(ALICE, 'a'), order(ALICE, 'BUY', 6_000, shares(10))]);
    const commitRange = new CommitRange();
    commitRange.add(maker.commit([cancelAll]));
    expect(commitRange.placedOrders()).toEqual([]);
    expect(commitRange.changedOrders()).toMatchObject([{ status: 'canceled' }]);
    expect(commitRange.closedAt(commitRange.changedOrders()[0]?.orderId ?? '')).toBe(COMMITTED_AT);
  });

  it('lists the ids of the orders that it places and the references that it books', () => {
    const maker = new CommitMaker();
    const placed = order(ALICE, 'BUY', 6_000, shares(10));
    const commitRange = new CommitRange();
    commitRange.add(maker.commit([{ command: OPEN_MARKET }, credit(ALICE, 'a'), placed]));
    const id = placed.command.type === 'placeOrder' ? placed.command.orderId : '';
    expect([id, 'a', 'b'].map((each) => commitRange.holds(each))).toEqual([true, true, false]);
  });

  it('refuses a commit that does not follow', () => {
    const maker = new CommitMaker();
    const commitRange = new CommitRange();
    commitRange.add(maker.commit([{ command: OPEN_MARKET }]));
    maker.commit([credit(ALICE, 'a')]);
    const third = maker.commit([credit(ALICE, 'b')]);
    expect(() => commitRange.add(third)).toThrow('commit 3 cannot follow commit 1');
    expect(() => new CommitRange().head).toThrow('an empty range of commits has no head');
  });
});
