import type { EventRecord, MarketRecord } from './records';

/** A market's tags: those of its events in order, then its own. */
export function marketTagIds(market: MarketRecord, events: readonly EventRecord[]): readonly number[] {
  return distinct([...events.flatMap(({ tagIds }) => tagIds), ...market.ownTagIds]);
}

/**
 * The sites that list a market: its creator and its own sites, or its events' when it names none, and those on which the operator
 * listed it.
 */
export function marketSites(market: MarketRecord, events: readonly EventRecord[]): readonly string[] {
  const own = market.creator === null ? market.ownSites : [market.creator.toLowerCase(), ...market.ownSites];
  return distinct([...(own.length > 0 ? own : events.flatMap(({ ownSites }) => ownSites)), ...market.listedOn]);
}

export function isClosed(market: MarketRecord): boolean {
  return market.catalogClosed || market.tradingClosed;
}

/** An event is closed when the catalog says so, or when trading closed the last of its open markets. */
export function isEventClosed(event: EventRecord, markets: readonly MarketRecord[]): boolean {
  return event.catalogClosed || (markets.every(isClosed) && markets.some(({ tradingClosed }) => tradingClosed));
}

export function eventSites(event: EventRecord, markets: readonly MarketRecord[]): readonly string[] {
  return distinct([...event.ownSites, ...event.listedOn, ...markets.flatMap(({ sites }) => sites)]).toSorted();
}

export function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}
