import { idsInTenSeconds, inTenSeconds, type LimitTable } from '@foretell/platform-limits';

/** What a market counts where its positions are read: they take 9 ms of CPU time at most, its holders 3. */
export const IDS_PER_POSITIONS = 3;

/** Request limits of the data service per network address. Source: protocol 17. */
export const DATA_LIMITS: LimitTable = {
  rules: [
    inTenSeconds('general', 1_000),
    inTenSeconds('trades', 200, 'GET /trades', 'GET /public/trades', 'GET /public/v2/trades'),
    inTenSeconds('positions', 150, 'GET /positions', 'GET /public/positions', 'GET /public/v2/positions'),
    inTenSeconds('profit', 200, 'GET /public/user-pnl', 'GET /public/v2/user-pnl'),
    // The holders of a market take 3 ms of CPU time at most: an address gets a third of a core.
    idsInTenSeconds(
      'markets',
      1_000,
      'GET /holders',
      'GET /public/holders',
      'GET /public/v2/holders',
      'GET /public/v1/market-positions',
    ),
  ],
  byKey: new Set(),
};
