import type { PublicEvent, PublicMarketFields } from '@foretell/contracts';
import { memo, type ReactNode } from 'react';
import { BuyButtons } from '../../catalog/buy-buttons';
import { byPrice, dayChange, isYesNo, shortName, winnerOf } from '../../catalog/market-words';
import { outcomesOf } from '../../catalog/outcomes';
import { PriceChange } from '../../catalog/price-change';
import { PriceMark } from '../../catalog/price-mark';
import { shownPrice, type Quote } from '../../catalog/shown-price';
import { CompactMoney } from '../../components/money';
import { Thumbnail } from '../../components/thumbnail';
import { endText } from '../../figures/instants';
import { Link } from '../../routing/link';
import { pathTo } from '../../routing/route';
import { WatchButton } from '../../watchlist/watch-button';

/** Number of markets that a card shows. */
const SHOWN_MARKETS = 3;

/** The markets that a card shows: open ones first, best price first. */
export function shownMarkets({ markets }: PublicEvent): readonly PublicMarketFields[] {
  return byPrice(markets).slice(0, SHOWN_MARKETS);
}

interface EventCardProps {
  readonly event: PublicEvent;
  readonly quotes: ReadonlyMap<string, Quote>;
  readonly isStale: boolean;
}

/** An event with its leading markets: the chance of each, and the prices of its outcomes. */
export const EventCard = memo(function EventCard({ event, quotes, isStale }: EventCardProps): ReactNode {
  const { markets } = event;
  const [alone] = markets.length === 1 ? markets : [];
  return (
    <article className="panel event-card">
      <header className="event-card-head">
        <Thumbnail name={event.title} pictures={[event.icon, event.image]} />
        <h2>
          <Link href={pathTo.event(event.slug)}>{event.title}</Link>
        </h2>
        <WatchButton slug={event.slug} title={event.title} />
      </header>
      <ul className={`event-card-markets${isStale ? ' is-stale' : ''}`}>
        {alone === undefined ? (
          shownMarkets(event).map((market) => (
            <MarketLine key={market.id} market={market} quote={quotes.get(market.conditionId)} name={shortName(market)} />
          ))
        ) : (
          <AloneLine event={event} market={alone} quote={quotes.get(alone.conditionId)} />
        )}
      </ul>
      <footer className="event-card-foot">
        <span>
          <CompactMoney amount={event.volume} /> vol.
        </span>
        {event.volume24hr > 0 && (
          <span>
            <CompactMoney amount={event.volume24hr} /> today
          </span>
        )}
        <span className="event-card-end">{markets.length > 1 ? `${markets.length} markets` : endText(event)}</span>
      </footer>
    </article>
  );
});

interface MarketLineProps {
  readonly market: PublicMarketFields;
  readonly quote: Quote | undefined;
  readonly name: string;
}

function MarketLine({ market, quote, name }: MarketLineProps): ReactNode {
  return (
    <li className="market-line">
      <span className="one-line">{name}</span>
      <Standing market={market} quote={quote} />
      {!market.closed && <BuyButtons market={market} quote={quote} />}
    </li>
  );
}

/** The only market of its event: its question, if it differs from the event's title, and the outcome of its price. */
function AloneLine({ event, market, quote }: Omit<MarketLineProps, 'name'> & { readonly event: PublicEvent }): ReactNode {
  const [first] = outcomesOf(market);
  return (
    <li className="market-alone">
      {market.question !== event.title && <span className="one-line">{market.question}</span>}
      <span className="market-alone-chance">
        <Standing market={market} quote={quote} /> {!market.closed && !isYesNo(market) && first !== undefined && first.label}
      </span>
      {!market.closed && <BuyButtons market={market} quote={quote} />}
    </li>
  );
}

/** The chance of the first outcome and its change in a day; for a closed market, the winner. */
function Standing({ market, quote }: Omit<MarketLineProps, 'name'>): ReactNode {
  if (market.closed) return <span className="badge">{winnerOf(market) ?? 'Closed'}</span>;
  const shown = shownPrice(quote ?? { bid: null, ask: null, last: null });
  return (
    <span className="market-standing">
      <strong>
        <PriceMark shown={shown} as="chance" />
      </strong>
      {shown.price !== null && <PriceChange change={dayChange(market)} />}
    </span>
  );
}
