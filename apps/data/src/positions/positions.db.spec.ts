import { type Act, ALICE, BOB, maker, quote, resolve, trade } from '@foretell/testing/trading';
import { market } from '../testing/events';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';
import { toClosedPosition, toPositionItem } from './positions.mapper';
import {
  CLOSED_POSITION_SORTS,
  OPEN_POSITION_SORTS,
  type ClosedPosition,
  type ClosedPositionSort,
  type OpenPositionSort,
  type PositionItem,
} from '@foretell/contracts';
import { UNFILTERED, UNFILTERED_OPEN, type ClosedList, type OpenList } from './positions.query';

const CONDITIONS = [2, 3, 4, 5, 6, 7].map((digit) => `0x${`0${digit}`.repeat(32)}`);
const [FIRST = '', , , , RESOLVED = '', UNLISTED = ''] = CONDITIONS;
const OPEN: OpenList = { ...UNFILTERED_OPEN, user: ALICE, limit: 100 };
const CLOSED: ClosedList = { ...UNFILTERED, user: ALICE, limit: 100, sortBy: 'REALIZEDPNL' };

const OPEN_KEYS: Readonly<Record<OpenPositionSort, (item: PositionItem) => number | string | null>> = {
  TOKENS: ({ size }) => size,
  CURRENT: ({ currentValue }) => currentValue,
  INITIAL: ({ initialValue }) => initialValue,
  CASHPNL: ({ cashPnl }) => cashPnl,
  PERCENTPNL: ({ percentPnl }) => percentPnl,
  TITLE: ({ title }) => title,
  RESOLVING: ({ endDate }) => endDate,
  PRICE: ({ curPrice }) => curPrice,
  AVGPRICE: ({ avgPrice }) => avgPrice,
};
const CLOSED_KEYS: Readonly<Record<ClosedPositionSort, (item: ClosedPosition) => number | string | null>> = {
  REALIZEDPNL: ({ realizedPnl }) => realizedPnl,
  TIMESTAMP: ({ timestamp }) => timestamp,
  TITLE: ({ title }) => title,
  PRICE: ({ curPrice }) => curPrice,
  AVGPRICE: ({ avgPrice }) => avgPrice,
};

/** Ascending, unknown values last. */
function ascending(one: number | string | null, other: number | string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : one > other ? 1 : 0;
}

describe("a wallet's positions", () => {
  let world: ScenarioWorld;
  beforeAll(async () => {
    world = await ScenarioWorld.open();
    const listed = CONDITIONS.filter((conditionId) => conditionId !== UNLISTED);
    const event = { id: '77', slug: 'other', title: 'Other', ticker: 'other', description: '' };
    await world.lists(
      ...listed.map((conditionId, index) =>
        market(conditionId, [], {
          question: `Question ${(index * 3) % 5}`,
          endDate: `2027-0${1 + ((index * 2) % 5)}-01T00:00:00Z`,
          ...(index === 1 && { event }),
        }),
      ),
    );
    // Sizes 10 to 60, prices 20 to 70 cents, marks that differ; both outcomes in the first market, half of the others sold.
    const bought: Act[] = [];
    const sold: Act[] = [];
    for (const [index, conditionId] of CONDITIONS.entries()) {
      const cents = 20 + ((index * 30) % 60);
      const outcome = index % 2 === 0 ? 0 : 1;
      const buy = { at: NOW - 5 * HOUR + index, taker: ALICE, side: 'BUY', conditionId } as const;
      bought.push(trade({ ...buy, outcome, makers: [maker(BOB, 'mint', 10 * (index + 1), cents)] }));
      bought.push(trade({ ...buy, outcome: outcome === 0 ? 1 : 0, makers: [maker(BOB, 'mint', 7 + index, 35 + index)] }));
      const sale = { kind: 'transfer', shares: 7 + index, cents: 45 + 2 * ((index * 2) % 5) } as const;
      if (index > 0)
        sold.unshift(
          trade({
            ...buy,
            at: NOW - HOUR - index,
            side: 'SELL',
            outcome: outcome === 0 ? 1 : 0,
            makers: [{ wallet: BOB, ...sale }],
          }),
        );
      sold.push(quote(NOW - HOUR, 30 + index, 40 + 5 * index, conditionId));
    }
    for (const act of [...bought, ...sold]) await world.publish(act);
    // A position is both open and resolved only if its redemption was dead-lettered.
    const resolution = world.play(resolve(NOW, 'outcome0', RESOLVED));
    await world.apply(resolution.filter(({ type }) => type !== 'position.redeemed.v1'));
  }, 30_000);
  afterAll(() => world?.close());

  const open = async (change: Partial<OpenList> = {}): Promise<PositionItem[]> =>
    (await world.positions.open({ ...OPEN, ...change })).map(toPositionItem);
  const closed = async (change: Partial<ClosedList> = {}): Promise<ClosedPosition[]> =>
    (await world.positions.closed({ ...CLOSED, ...change })).map(toClosedPosition);
  const assets = (items: readonly { asset: string }[]): string[] => items.map(({ asset }) => asset);

  it('are seven open and five closed', async () => {
    expect([(await open()).length, (await closed()).length]).toEqual([7, 5]);
  });

  it.each(OPEN_POSITION_SORTS)('open, by %s: the same rows in that order and in reverse, unknown values last', async (sortBy) => {
    const keys = (items: readonly PositionItem[]): unknown[] => items.map(OPEN_KEYS[sortBy]);
    const all = await open();
    const sorted = all.map(OPEN_KEYS[sortBy]).sort(ascending);
    expect(keys(await open({ sortBy, sortDirection: 'ASC' }))).toEqual(sorted);
    const [known, unknown] = [sorted.filter((key) => key !== null), sorted.filter((key) => key === null)];
    const falling = await open({ sortBy });
    expect(keys(falling)).toEqual([...known.reverse(), ...unknown]);
    expect(assets(falling).sort()).toEqual(assets(all).sort());
  });

  it.each(CLOSED_POSITION_SORTS)('closed, by %s', async (sortBy) => {
    const sorted = (await closed()).map(CLOSED_KEYS[sortBy]).sort(ascending);
    expect((await closed({ sortBy, sortDirection: 'ASC' })).map(CLOSED_KEYS[sortBy])).toEqual(sorted);
  });

  it('have the same rows in pages as in one page', async () => {
    const all = assets(await open({ sortBy: 'PRICE' }));
    const pages = await Promise.all([0, 3, 6, 9].map((offset) => open({ sortBy: 'PRICE', limit: 3, offset })));
    expect(pages.flatMap(assets)).toEqual(all);
  });

  const FILTERS: readonly [name: string, filter: Partial<OpenList>, keeps: (item: PositionItem) => boolean][] = [
    ['of two markets', { market: [FIRST, RESOLVED] }, ({ conditionId }) => [FIRST, RESOLVED].includes(conditionId)],
    ['of an unknown market', { market: [`0x${'ee'.repeat(32)}`] }, () => false],
    ['of an event', { eventId: '77' }, ({ eventSlug }) => eventSlug === 'other'],
    ['that can be redeemed', { redeemable: true }, ({ redeemable }) => redeemable],
    ['that cannot be redeemed', { redeemable: false }, ({ redeemable }) => !redeemable],
    ['that can be merged', { mergeable: true }, ({ mergeable }) => mergeable],
    ['that cannot be merged', { mergeable: false, sortBy: 'TITLE' }, ({ mergeable }) => !mergeable],
    ['of a threshold and more', { sizeThreshold: 30_000_000 }, ({ size }) => size >= 30],
    [
      'of all of these',
      { market: CONDITIONS, eventId: '9', redeemable: false, mergeable: false, sizeThreshold: 1, sortBy: 'CURRENT' },
      ({ eventSlug, redeemable, mergeable }) => eventSlug !== 'other' && eventSlug !== null && !redeemable && !mergeable,
    ],
  ];
  it.each(FILTERS)('open, %s', async (_name, filter, keeps) => {
    const kept = (await open()).filter(keeps);
    expect(assets(await open(filter)).sort()).toEqual(assets(kept).sort());
  });

  it('differ in what the filters select', async () => {
    const counts = await Promise.all(FILTERS.map(async ([, filter]) => (await open(filter)).length));
    expect(counts).toEqual([3, 0, 1, 1, 6, 2, 5, 4, 2]);
  });
});
