import { CatalogFailure } from '@foretell/contracts';
import type { ApiDescription } from '@foretell/platform-server';

/** The service's OpenAPI document, apart from its routes. */
export const API: ApiDescription = {
  title: 'Foretell catalog service',
  description:
    'Markets, events, series, tags and search of a prediction-market site, in the shapes of the public catalog format. ' +
    'Under /public the public format: nested records, prices, volumes and every field of the source. Comments are not served.',
  localUrl: 'http://127.0.0.1:3002',
  describe: (document) =>
    document
      .addGlobalResponse({
        status: 400,
        description: 'A parameter is unknown, missing or invalid',
        type: CatalogFailure,
      })
      .addGlobalResponse({
        status: 429,
        description: 'Too many requests: Retry-After gives the seconds to wait',
        type: CatalogFailure,
      })
      .addGlobalResponse({ status: 500, description: 'Internal error', type: CatalogFailure }),
};
