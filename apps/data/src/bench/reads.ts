import type { Pool } from '@foretell/platform-prisma';
import { ActivityQuery } from '../activity/activity.query';
import { HoldersQuery } from '../holders/holders.query';
import { MarketFiguresQuery } from '../market-figures/market-figures.query';
import { PositionsQuery, UNFILTERED_OPEN } from '../positions/positions.query';
import { TradesQuery } from '../trades/trades.query';
import { TradeGenerator, type Scale } from './trade-generator';

/** A read over HTTP, and the statement to compare it with if the response comes from the database. */
export interface Read {
  readonly name: string;
  readonly path: (index: number) => string;
  readonly sql?: (index: number) => Promise<unknown>;
}

const PRIME = 7919;
/** The generator gives most of the trades to the lowest numbers. */
const LARGEST = 100;

export function readsOf(pool: Pool, scale: Scale): Read[] {
  const activity = new ActivityQuery(pool);
  const holders = new HoldersQuery(pool);
  const positions = new PositionsQuery(pool);
  const trades = new TradesQuery(pool);
  const figures = new MarketFiguresQuery(pool);
  const user = (index: number): string => TradeGenerator.address(1 + ((index * PRIME) % scale.wallets));
  const largest = (index: number): string => TradeGenerator.address(1 + (index % LARGEST));
  const condition = (index: number): string => TradeGenerator.conditionId(1 + ((index * PRIME) % scale.markets));
  const open = (wallet: string): Promise<unknown> =>
    positions.open({ ...UNFILTERED_OPEN, user: wallet, limit: 25, sizeThreshold: 1_000_000 });
  const ofMarket = (index: number): Promise<unknown> =>
    trades.list({ user: null, market: [condition(index)], side: null, takerOnly: true, limit: 25, offset: 0 });
  return [
    {
      name: 'GET /activity',
      path: (index) => `/activity?user=${user(index)}&limit=25`,
      sql: (index) => activity.ofWallet(user(index), 25, 0),
    },
    {
      name: 'GET /holders',
      path: (index) => `/holders?market=${condition(index)}&limit=20`,
      sql: (index) => holders.top([condition(index)], 1_000_000, 20),
    },
    { name: 'GET /trades of a market', path: (index) => `/trades?market=${condition(index)}&limit=25`, sql: ofMarket },
    { name: 'GET /positions', path: (index) => `/positions?user=${user(index)}&limit=25`, sql: (index) => open(user(index)) },
    {
      name: 'GET /positions of the largest wallets',
      path: (index) => `/positions?user=${largest(index)}&limit=25`,
      sql: (index) => open(largest(index)),
    },
    {
      name: 'GET /value',
      path: (index) => `/value?user=${user(index)}`,
      sql: (index) => positions.valueMicros(user(index), null),
    },
    { name: 'GET /public/v2/user-pnl', path: (index) => `/public/v2/user-pnl?user=${user(index)}` },
    {
      name: 'GET /public/v2/user-pnl of the largest wallets, by the minute',
      path: (index) => `/public/v2/user-pnl?user=${largest(index)}&fidelity=1min`,
    },
    {
      name: 'GET /public/v2/user-stats of the largest wallets',
      path: (index) => `/public/v2/user-stats?user=${largest(index)}`,
    },
    {
      name: 'GET /public/v2/trades of the largest wallets, an amount that none has',
      path: (index) => `/public/v2/trades?user=${largest(index)}&filter_type=CASH&filter_amount=1000000000`,
    },
    {
      name: 'GET /oi of a market',
      path: (index) => `/oi?market=${condition(index)}`,
      sql: (index) => figures.openInterest([condition(index)]),
    },
    { name: 'GET /v1/leaderboard', path: (index) => `/v1/leaderboard?timePeriod=${index % 2 === 0 ? 'WEEK' : 'MONTH'}` },
    { name: 'GET /v1/leaderboard of a user', path: (index) => `/v1/leaderboard?timePeriod=MONTH&user=${user(index)}` },
  ];
}
