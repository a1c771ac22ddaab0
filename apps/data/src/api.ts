import { DataError } from '@foretell/contracts';
import type { ApiDescription } from '@foretell/platform-server';

/** The parts of the service's document other than its routes. */
export const API: ApiDescription = {
  title: 'Foretell data service',
  description: 'Activity, holders, positions and leaderboard, computed from the events of the other services.',
  localUrl: 'http://127.0.0.1:3003',
  describe: (document) =>
    document
      .addGlobalResponse({ status: 400, description: 'A parameter is unknown, missing or invalid', type: DataError })
      .addGlobalResponse({
        status: 429,
        description: 'Too many requests: Retry-After gives the seconds to wait',
        type: DataError,
      })
      .addGlobalResponse({ status: 500, description: 'Internal error: internal_error', type: DataError }),
};
