import type { PublicEvent } from '@foretell/contracts';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { byPrice } from '../../catalog/market-words';
import { outcomesOf } from '../../catalog/outcomes';
import { useQuotes } from '../../catalog/use-quotes';
import { EmptyNote } from '../../components/empty-note';
import { Panel } from '../../components/panel';
import { UnreadablePage } from '../../components/unreadable-page';
import { useSite } from '../../config/site-context';
import { useResource } from '../../live/use-resource';
import { useQuery } from '../../routing/location';
import { eventAddress } from './event-address';
import { EventChart } from './event-chart';
import { EventHead } from './event-head';
import { EventMarkets } from './event-markets';
import { EventTicket } from './event-ticket';
import { useFixedOrder } from './use-fixed-order';
import './event.css';

const REFRESH_MILLIS = 15_000;

/** An event: a chart of its leading outcomes, all of its markets, and the ticket of the chosen one. */
export function EventPage({ slug }: { readonly slug: string }): ReactNode {
  const site = useSite();
  const event = useResource<PublicEvent>(eventAddress(site, slug), REFRESH_MILLIS);
  if (event.data === undefined) return <UnreadablePage what="event" resource={event} />;
  return <Shown event={event.data} isStale={event.isStale} />;
}

function Shown({ event, isStale }: { readonly event: PublicEvent; readonly isStale: boolean }): ReactNode {
  const [query, change] = useQuery();
  const [isTicketOpen, openTicket] = useState(false);
  // Deferred: the name, chart and markets render first, the ticket afterwards without blocking the browser.
  const isTicketShown = useDeferredValue(true, false);
  const prices = useQuotes(event.markets);
  const ranked = byPrice(event.markets, (market) => prices.quotes.get(market.conditionId) ?? NO_QUOTE);
  const markets = useFixedOrder(ranked, ({ conditionId }) => conditionId, prices.isKnown);
  const open = useMemo(() => markets.filter(({ closed }) => !closed), [markets]);
  const tradable = useMemo(() => open.filter((market) => outcomesOf(market).length > 0), [open]);
  const chosen =
    tradable.find((market) => outcomesOf(market).some(({ tokenId }) => tokenId === query.get('outcome'))) ?? tradable[0];
  const choose = useCallback((tokenId: string) => change({ outcome: tokenId }), [change]);
  const trade = useCallback(
    (tokenId: string) => {
      change({ outcome: tokenId });
      openTicket(true);
    },
    [change],
  );
  return (
    <div className={chosen === undefined ? 'stack' : 'with-ticket'}>
      <EventHead event={event} />
      <div className="event-chart-place">{tradable.length > 0 && <EventChart markets={tradable} quotes={prices.quotes} />}</div>
      {isTicketShown && chosen !== undefined && (
        <EventTicket
          key={chosen.conditionId}
          market={chosen}
          isAlone={event.markets.length === 1}
          outcome={query.get('outcome')}
          onToken={choose}
          isOpen={isTicketOpen}
          onOpen={openTicket}
        />
      )}
      <div className="stack">
        <Panel title={titleOf(event)} isStale={isStale || prices.isStale}>
          {markets.length === 0 ? (
            <EmptyNote>It has no markets yet.</EmptyNote>
          ) : (
            <EventMarkets markets={markets} quotes={prices.quotes} chosen={chosen?.conditionId ?? ''} onTrade={trade} />
          )}
        </Panel>
        {event.description !== '' && (
          <Panel title="About">
            <p className="panel-body prose">{event.description}</p>
          </Panel>
        )}
      </div>
    </div>
  );
}

const NO_QUOTE = { bid: null, ask: null, last: null };

function titleOf({ markets }: PublicEvent): string {
  return markets.length === 1 ? 'Market' : `${markets.length} markets`;
}
