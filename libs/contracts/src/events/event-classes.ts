import { CATALOG_EVENTS } from './catalog-events';
import type { EventSource } from './event';
import { TRADING_EVENTS } from './trading-events';

/** The classes of the events that each source publishes, with their documentation. */
export const EVENT_CLASSES: Readonly<Record<EventSource, readonly (new () => object)[]>> = {
  clob: TRADING_EVENTS,
  gamma: CATALOG_EVENTS,
};
