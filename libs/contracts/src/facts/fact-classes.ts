import { CATALOG_FACTS } from './catalog-facts';
import type { FactSource } from './fact';
import { TRADING_FACTS } from './trading-facts';

/** The classes of the events that each source publishes, with their documentation. */
export const FACT_CLASSES: Readonly<Record<FactSource, readonly (new () => object)[]>> = {
  clob: TRADING_FACTS,
  gamma: CATALOG_FACTS,
};
