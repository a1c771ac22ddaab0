import type { PublicEvent, PublicMarketFields } from '@foretell/contracts';
import type { ReactNode } from 'react';
import type { Midpoints } from '../../catalog/midpoints';
import { outcomesOf, type Outcome } from '../../catalog/outcomes';
import { MoneyInCents, Price } from '../../components/money';
import { Thumbnail } from '../../components/thumbnail';
import { dayText } from '../../figures/instants';
import { Link } from '../../routing/link';
import { pathTo } from '../../routing/route';

/** Number of markets that a card shows. */
export const SHOWN_MARKETS = 3;

interface EventCardProps {
  readonly event: PublicEvent;
  readonly midpoints: Midpoints;
  readonly isStale: boolean;
}

/** An event with its first markets and their prices. */
export function EventCard({ event, midpoints, isStale }: EventCardProps): ReactNode {
  const { markets } = event;
  const isAlone = markets.length === 1;
  return (
    <article className="panel event-card">
      <header className="event-card-head">
        <Thumbnail name={event.title} />
        <h2>
          <Link href={pathTo.event(event.slug)}>{event.title}</Link>
        </h2>
      </header>
      <ul className={`event-card-markets${isStale ? ' is-stale' : ''}`}>
        {markets.slice(0, SHOWN_MARKETS).map((market) => (
          <MarketLine key={market.id} market={market} midpoints={midpoints} name={isAlone ? null : nameOf(market)} />
        ))}
      </ul>
      <footer className="event-card-foot">
        <span>
          <MoneyInCents amount={event.volume24hr} /> in 24 hours
        </span>
        <span>{isAlone ? dayText(event.endDate) : `${markets.length} markets`}</span>
      </footer>
    </article>
  );
}

interface MarketLineProps {
  readonly market: PublicMarketFields;
  readonly midpoints: Midpoints;
  /** Null where the event's title says it already. */
  readonly name: string | null;
}

function MarketLine({ market, midpoints, name }: MarketLineProps): ReactNode {
  return (
    <li className="market-line">
      <span className="market-line-name">{name}</span>
      {outcomesOf(market).length === 0 && <span className="quiet">Not traded</span>}
      {outcomesOf(market).map((outcome) => (
        <Link
          key={outcome.tokenId}
          href={`${pathTo.market(market.conditionId)}?outcome=${outcome.tokenId}`}
          className="outcome-price"
        >
          <span>{outcome.label}</span> <Price price={priceOf(outcome, midpoints)} />
        </Link>
      ))}
    </li>
  );
}

/** The price of the book, else of the catalog. */
function priceOf({ tokenId, price }: Outcome, midpoints: Midpoints): string | null {
  return midpoints[tokenId] ?? price;
}

/** A market among several has a short name within its event, if its source provides one. */
function nameOf(market: PublicMarketFields): string {
  const short: unknown = Reflect.get(market, 'groupItemTitle');
  return typeof short === 'string' && short !== '' ? short : market.question;
}
