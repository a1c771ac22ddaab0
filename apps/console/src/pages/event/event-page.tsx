import type { PublicEvent, PublicMarketFields } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { useMidpoints, type Midpoints } from '../../catalog/midpoints';
import { outcomesOf } from '../../catalog/outcomes';
import { EmptyNote } from '../../components/empty-note';
import { MoneyInCents, Price } from '../../components/money';
import { PageTitle } from '../../components/page-title';
import { Panel } from '../../components/panel';
import { Thumbnail } from '../../components/thumbnail';
import { UnreadablePage } from '../../components/unreadable-page';
import { useSite } from '../../config/site-context';
import { dayText } from '../../figures/instants';
import { useSurface } from '../../live/use-surface';
import { Link } from '../../routing/link';
import { pathTo } from '../../routing/route';
import { eventAddress } from './event-address';
import './event.css';

const REFRESH_MILLIS = 15_000;

/** An event with all of its markets. */
export function EventPage({ slug }: { readonly slug: string }): ReactNode {
  const site = useSite();
  const event = useSurface<PublicEvent>(eventAddress(site, slug), REFRESH_MILLIS);
  if (event.data === undefined) return <UnreadablePage what="event" resource={event} />;
  return <Shown event={event.data} isStale={event.isStale} />;
}

function Shown({ event, isStale }: { readonly event: PublicEvent; readonly isStale: boolean }): ReactNode {
  const { markets } = event;
  const prices = useMidpoints(markets.flatMap((market) => outcomesOf(market).map(({ tokenId }) => tokenId)));
  return (
    <div className="stack">
      <header className="subject">
        <Thumbnail name={event.title} />
        <div>
          <PageTitle>{event.title}</PageTitle>
          <p className="quiet">
            <MoneyInCents amount={event.volume} /> traded, <MoneyInCents amount={event.volume24hr} /> of it in 24 hours
            {event.endDate !== null && ` · ends ${dayText(event.endDate)}`}
            {event.closed && <span className="badge">Closed</span>}
          </p>
        </div>
      </header>
      {event.tags.length > 0 && (
        <ul className="tag-list" aria-label="Tags">
          {event.tags.map(({ slug, label }) => (
            <li key={slug}>
              <Link href={`/?tag=${encodeURIComponent(slug)}`} className="badge">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Panel title={markets.length === 1 ? 'Market' : `${markets.length} markets`} isStale={isStale || prices.isStale}>
        {markets.length === 0 ? (
          <EmptyNote>It has no markets yet.</EmptyNote>
        ) : (
          <MarketTable markets={markets} midpoints={prices.midpoints} />
        )}
      </Panel>
      {event.description !== '' && (
        <Panel title="About">
          <p className="panel-body prose">{event.description}</p>
        </Panel>
      )}
    </div>
  );
}

interface MarketTableProps {
  readonly markets: readonly PublicMarketFields[];
  readonly midpoints: Midpoints;
}

function MarketTable({ markets, midpoints }: MarketTableProps): ReactNode {
  return (
    <ul className="market-table">
      {markets.map((market) => (
        <li key={market.id}>
          <div className="market-table-name">
            <Link href={pathTo.market(market.conditionId)}>{market.question}</Link>
            <span className="quiet">
              <MoneyInCents amount={market.volume} /> traded{market.closed ? ' · closed' : ''}
            </span>
          </div>
          {outcomesOf(market).map(({ tokenId, label, price }) => (
            <Link key={tokenId} href={`${pathTo.market(market.conditionId)}?outcome=${tokenId}`} className="outcome-price">
              <span>{label}</span> <Price price={midpoints[tokenId] ?? price} />
            </Link>
          ))}
        </li>
      ))}
    </ul>
  );
}
