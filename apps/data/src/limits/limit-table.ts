import { inTenSeconds, type LimitTable } from '@foretell/platform-limits';

/** Request limits of the data service per network address. Source: protocol 17. */
export const DATA_LIMITS: LimitTable = {
  rules: [
    inTenSeconds('general', 1_000),
    inTenSeconds('trades', 200, 'GET /trades', 'GET /public/trades', 'GET /public/v2/trades'),
    inTenSeconds('positions', 150, 'GET /positions', 'GET /public/positions', 'GET /public/v2/positions'),
    inTenSeconds('profit', 200, 'GET /public/user-pnl', 'GET /public/v2/user-pnl'),
  ],
  byKey: new Set(),
};
