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
      .addGlobalResponse({
        status: 429,
        description: 'Too many requests: Retry-After gives the seconds to wait',
        type: TradingError,
      })
      .addGlobalResponse({ status: 500, description: 'Internal error: internal_error', type: TradingError }),
};
