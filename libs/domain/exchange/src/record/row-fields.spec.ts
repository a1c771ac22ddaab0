import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { NO_FLAGS, ORDER_FLAGS, flagBit, flagsWhere } from '../command';
import { restoreExchange } from '../create-exchange';
import type { Exchange } from '../exchange';
import type { BalanceRow, MarketRow, OrderRow, Proposal, Snapshot, TotalsRow } from '../rows';
import { NEXT_HASH } from '../model/next-hash';
import { STATE_HASH } from './row-hash';
import { USUAL_BOUNDS } from '../exchange';

/*
 * Every field of a row. A new field does not compile until it is listed here. It then fails until the state stores it, the row
 * has it and the hash covers it.
 */

/** Two values of the field, and two settings of other fields if it needs any. */
type Variants<Row> = {
  readonly [F in keyof Row]: { readonly values: readonly [Row[F], Row[F]]; readonly beside?: Partial<Row> };
};

const MARKET: MarketRow = {
  conditionId: 'm',
  status: 'active',
  resolution: null,
  tickPips: 100,
  minimumSizeMicros: sizeMicros(1),
  feeRateBps: 5,
  feeExponent: 1,
  delayMillis: 6,
  collateralMicros: usdcMicros(0),
  supply0Micros: sizeMicros(0),
  supply1Micros: sizeMicros(0),
  lastTradePips: pricePips(7),
  proposal: null,
};
const PROPOSAL: Proposal = {
  stage: 'proposed',
  resolution: 'outcome0',
  proposedBy: 'ann',
  proposedAt: unixMillis(2),
  source: 'https://a.example/1',
  by: 'ann',
  at: unixMillis(2),
  note: 'as announced',
  until: unixMillis(9),
  references: ['proposeResolution:t-1'],
};
const BALANCE: BalanceRow = { wallet: 'w', conditionId: null, outcome: null, availableMicros: 8, lockedMicros: 9 };
const ORDER: OrderRow = {
  orderId: 'o',
  wallet: 'w',
  conditionId: 'm',
  outcome: 0,
  side: 'BUY',
  orderType: 'GTD',
  pricePips: pricePips(4_000),
  sizeMicros: sizeMicros(1_000),
  budgetMicros: null,
  flags: NO_FLAGS,
  expiresAt: unixMillis(50),
  acceptedAt: unixMillis(2),
  dueAt: null,
  priority: 3,
  filledMicros: sizeMicros(10),
  filledUsdcMicros: usdcMicros(4),
  lockedMicros: 396,
  status: 'live',
  closeReason: null,
};
const DELAYED_FAK: Partial<OrderRow> = { orderType: 'FAK', expiresAt: null, status: 'delayed', dueAt: unixMillis(40) };
const TOTALS: TotalsRow = {
  creditedMicros: usdcMicros(1),
  debitedMicros: usdcMicros(2),
  feesMicros: usdcMicros(3),
  tradeNumber: 4,
  priority: 5,
  at: unixMillis(6),
};

/** Collateral and both supplies are one number. */
const sets = (micros: number): Partial<MarketRow> => ({
  collateralMicros: usdcMicros(micros),
  supply0Micros: sizeMicros(micros),
  supply1Micros: sizeMicros(micros),
});

const MARKETS: Omit<Variants<MarketRow>, keyof ReturnType<typeof sets>> = {
  conditionId: { values: ['m', 'n'] },
  status: { values: ['active', 'paused'] },
  resolution: { values: ['outcome0', 'half'], beside: { status: 'resolved' } },
  tickPips: { values: [100, 10] },
  minimumSizeMicros: { values: [sizeMicros(1), sizeMicros(2)] },
  feeRateBps: { values: [5, 6] },
  feeExponent: { values: [1, 2] },
  delayMillis: { values: [6, 7] },
  lastTradePips: { values: [null, pricePips(7)] },
  proposal: { values: [null, PROPOSAL], beside: { status: 'closed' } },
};
const PROPOSALS: Variants<Proposal> = {
  stage: { values: ['proposed', 'finalized'] },
  resolution: { values: ['outcome0', 'half'] },
  proposedBy: { values: ['ann', 'ben'] },
  proposedAt: { values: [unixMillis(2), unixMillis(3)] },
  source: { values: ['', 'https://a.example/1'] },
  by: { values: ['ann', 'ben'] },
  at: { values: [unixMillis(2), unixMillis(3)] },
  note: { values: ['', 'as announced'] },
  until: { values: [null, unixMillis(9)] },
  references: { values: [['proposeResolution:t-1'], ['proposeResolution:t-1', 'disputeResolution:t-1']] },
};
const BALANCES: Variants<BalanceRow> = {
  wallet: { values: ['w', 'v'] },
  conditionId: { values: ['m', 'n'], beside: { outcome: 0 } },
  outcome: { values: [0, 1], beside: { conditionId: 'm' } },
  availableMicros: { values: [8, 9] },
  lockedMicros: { values: [8, 9] },
};
const OPEN_ORDERS: Omit<Variants<OrderRow>, 'closeReason'> = {
  orderId: { values: ['o', 'p'] },
  wallet: { values: ['w', 'v'] },
  conditionId: { values: ['m', 'n'] },
  outcome: { values: [0, 1] },
  side: { values: ['BUY', 'SELL'] },
  orderType: { values: ['GTC', 'FOK'], beside: DELAYED_FAK },
  pricePips: { values: [pricePips(4_000), pricePips(4_100)] },
  sizeMicros: { values: [sizeMicros(1_000), sizeMicros(1_001)] },
  budgetMicros: { values: [usdcMicros(400), usdcMicros(401)], beside: DELAYED_FAK },
  flags: { values: [NO_FLAGS, flagsWhere(() => true)] },
  expiresAt: { values: [unixMillis(50), unixMillis(51)] },
  acceptedAt: { values: [unixMillis(2), unixMillis(3)] },
  dueAt: { values: [unixMillis(40), unixMillis(41)], beside: DELAYED_FAK },
  priority: { values: [3, 4] },
  filledMicros: { values: [sizeMicros(10), sizeMicros(11)] },
  filledUsdcMicros: { values: [usdcMicros(4), usdcMicros(5)] },
  lockedMicros: { values: [396, 397] },
  status: { values: ['live', 'delayed'], beside: { dueAt: unixMillis(40) } },
};
const ALL_TOTALS: Variants<TotalsRow> = {
  creditedMicros: { values: [usdcMicros(1), usdcMicros(2)] },
  debitedMicros: { values: [usdcMicros(1), usdcMicros(2)] },
  feesMicros: { values: [usdcMicros(1), usdcMicros(2)] },
  tradeNumber: { values: [4, 5] },
  priority: { values: [5, 6] },
  at: { values: [unixMillis(6), unixMillis(7)] },
};

const SETS: [string, MarketRow, MarketRow] = ['sets', { ...MARKET, ...sets(1) }, { ...MARKET, ...sets(2) }];

function restored(rows: Partial<Snapshot>, recentlyClosed: readonly OrderRow[] = []): Exchange {
  const markets = [MARKET, { ...MARKET, conditionId: 'n' }];
  const snapshot = { markets, balances: [], orders: [], totals: TOTALS, ...rows };
  return restoreExchange(snapshot, { gtdMinimumMillis: 0, bounds: USUAL_BOUNDS }, recentlyClosed);
}

/** Name of the field, and the row with either value. */
function pairs<Row extends object>(row: Row, variants: Partial<Variants<Row>>): [string, Row, Row][] {
  return Object.entries<Variants<Row>[keyof Row] | undefined>(variants).map(([field, variant]) => {
    const [one, other] = variant?.values ?? [];
    const shared = { ...row, ...variant?.beside };
    return [field, { ...shared, [field]: one }, { ...shared, [field]: other }];
  });
}

/** Both rows are restored unchanged, and their states have different hashes under every definition. */
function expectStored<Row>(one: Row, other: Row, kept: (row: Row) => readonly [Exchange, Row | undefined]): void {
  const [[first, firstRow], [second, secondRow]] = [kept(one), kept(other)];
  expect([firstRow, secondRow]).toEqual([one, other]);
  for (const hash of [NEXT_HASH, STATE_HASH]) {
    for (const exchange of [first, second]) exchange.rehash(hash);
    expect(first.stateHash()).not.toBe(second.stateHash());
  }
}

describe('the state stores, and its hash covers', () => {
  it.each([...pairs(MARKET, MARKETS), SETS])('%s of a market', (_, one, other) => {
    expectStored(one, other, (row) => {
      const exchange = restored({ markets: [row] });
      return [exchange, exchange.snapshot().markets[0]];
    });
  });

  it.each(pairs(PROPOSAL, PROPOSALS))('%s of a result under way', (_, one, other) => {
    expectStored(one, other, (proposal) => {
      const exchange = restored({ markets: [{ ...MARKET, status: 'closed', proposal }] });
      return [exchange, exchange.snapshot().markets[0]?.proposal ?? undefined];
    });
  });

  it.each(pairs(BALANCE, BALANCES))('%s of a balance', (_, one, other) => {
    expectStored(one, other, (row) => {
      const exchange = restored({ balances: [row] });
      return [exchange, exchange.snapshot().balances[0]];
    });
  });

  it.each(pairs(ORDER, OPEN_ORDERS))('%s of an open order', (_, one, other) => {
    expectStored(one, other, (row) => {
      const exchange = restored({ orders: [row] });
      return [exchange, exchange.snapshot().orders[0]];
    });
  });

  it.each(ORDER_FLAGS)('the flag %s of an open order', (flag) => {
    expectStored(ORDER, { ...ORDER, flags: flagBit(flag) }, (row) => {
      const exchange = restored({ orders: [row] });
      return [exchange, exchange.snapshot().orders[0]];
    });
  });

  it.each(pairs(TOTALS, ALL_TOTALS))('%s of the totals', (_, one, other) => {
    expectStored(one, other, (row) => {
      const exchange = restored({ totals: row });
      return [exchange, exchange.snapshot().totals];
    });
  });
});

it.each([
  [NO_FLAGS, '2:900d7a02f28e92e7a88a4dee590a572a'],
  [flagBit('postOnly'), '2:f40bff3d3afe1b543009dadcd46fdb3e'],
])('a state with an order of the flags %d has the hash that it ever had', (flags, hash) => {
  expect(restored({ orders: [{ ...ORDER, flags }] }).stateHash()).toBe(hash);
});

it('the close reason of an order is restored', () => {
  const closed: OrderRow = { ...ORDER, status: 'canceled', closeReason: 'expired' };
  expect(restored({}, [closed]).order('o')).toEqual(closed);
});
