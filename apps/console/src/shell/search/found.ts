import type { PublicSearchResult } from '@foretell/contracts';
import { shortName } from '../../catalog/market-words';
import { pathTo } from '../../routing/route';

/** A result of the header's search. */
export interface Found {
  readonly kind: 'event' | 'market';
  readonly href: string;
  readonly name: string;
  /** The event of a market; of an event, how many markets it has. */
  readonly aside: string;
}

export const EVENTS_MAX = 6;
const MARKETS_MAX = 5;

/** Events as the catalog ranks them, then those of their markets that the words name. */
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

/** Whether all words are in the names of the market and its event, and one at least in the market's own. */
function isNamed(words: readonly string[], market: string, event: string): boolean {
  const [own, all] = [market.toLowerCase(), `${market} ${event}`.toLowerCase()];
  return words.some((word) => own.includes(word)) && words.every((word) => all.includes(word));
}
