import { TradingError } from '@foretell/contracts';
import { withCredentialSchemes } from '@foretell/platform-auth';
import type { ApiDescription } from '@foretell/platform-server';

/** The parts of the OpenAPI document other than the routes. */
export const API: ApiDescription = {
  title: 'Foretell trading service',
  description: 'Signed orders, books, trades and order-book markets.',
  localUrl: 'http://127.0.0.1:3001',
  describe: (document) =>
    withCredentialSchemes(document)
      .addGlobalResponse({ status: 429, description: 'Asked too often: Retry-After says how long to wait', type: TradingError })
      .addGlobalResponse({ status: 500, description: 'A fault of ours: internal_error', type: TradingError }),
};
