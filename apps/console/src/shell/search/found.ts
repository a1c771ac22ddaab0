import type { PublicSearchResult } from '@foretell/contracts';
import { shortName } from '../../catalog/market-words';
import { pathTo } from '../../routing/route';

/** A result of the header's search. */
export interface Found {
  readonly kind: 'event' | 'market';
  readonly href: string;
  readonly name: string;
  /** For a market, its event; for an event, its number of markets. */
  readonly aside: string;
}

export const EVENTS_MAX = 6;
const MARKETS_MAX = 5;

/** Events in the catalog's order, then their markets that match the words. */
export function foundBy(text: string, { events }: Pick<PublicSearchResult, 'events'>): readonly Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const markets = events
    .filter((event) => event.markets.length > 1)
    .flatMap((event) =>
      event.markets
        .filter((market) => isNamed(words, shortName(market), event.title))
        .map((market): Found => ({
          kind: 'market',
          href: pathTo.market(market),
          name: shortName(market),
          aside: event.title,
        })),
    );
  const found = events.slice(0, EVENTS_MAX).map(({ slug, title, markets: all }): Found => ({
    kind: 'event',
    href: pathTo.event(slug),
    name: title,
    aside: all.length > 1 ? `${all.length} markets` : '',
  }));
  return [...found, ...markets.slice(0, MARKETS_MAX)];
}

/** Whether the names of the market and its event contain all words, and the market's own name at least one. */
function isNamed(words: readonly string[], market: string, event: string): boolean {
  const [own, all] = [market.toLowerCase(), `${market} ${event}`.toLowerCase()];
  return words.some((word) => own.includes(word)) && words.every((word) => all.includes(word));
}
