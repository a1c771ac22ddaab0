import { DataError } from '@foretell/contracts';
import type { ApiDescription } from '@foretell/platform-server';

/** The parts of the service's document other than its routes. */
export const API: ApiDescription = {
  title: 'Foretell data service',
  description: 'Activity, holders, positions, leaderboard: what happened on the market, from the events of the other services.',
  localUrl: 'http://127.0.0.1:3003',
  describe: (document) =>
    document
      .addGlobalResponse({ status: 400, description: 'A parameter is unknown, missing or no value of its kind', type: DataError })
      .addGlobalResponse({ status: 429, description: 'Asked too often: Retry-After says how long to wait', type: DataError })
      .addGlobalResponse({ status: 500, description: 'A fault of ours: internal_error', type: DataError }),
};
