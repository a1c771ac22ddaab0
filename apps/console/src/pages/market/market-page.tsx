import type { MarketRecord } from '@foretell/contracts';
import { lazy, memo, Suspense, useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useBooks } from '../../books/use-books';
import { PricePanel } from '../../charts/price-panel';
import { Loading } from '../../components/loading';
import { UnreadablePage } from '../../components/unreadable-page';
import { useSite } from '../../config/site-context';
import { useSurface } from '../../live/use-surface';
import { useQuery } from '../../routing/location';
import type { TakenPrice } from '../../ticket/ticket-props';
import { BooksPanel } from './books-panel';
import { marketAddress } from '../../catalog/market-address';
import { MarketHead } from './market-head';
import { MarketRecords } from './market-records';
import { OutcomeChoice } from './outcome-choice';
import './market.css';

/** The import starts when the module is loaded, not when the market's response has arrived. */
const ticketPart = import('../../ticket/order-ticket');
// The component that shows the ticket handles a failure.
ticketPart.catch(() => undefined);
const OrderTicket = memo(lazy(() => ticketPart.then(({ OrderTicket: ticket }) => ({ default: ticket }))));
const REFRESH_MILLIS = 10_000;

/** A market: current prices, price history, trades, holders, and the ticket. */
export function MarketPage({ conditionId }: { readonly conditionId: string }): ReactNode {
  const site = useSite();
  const market = useSurface<MarketRecord>(marketAddress(site, conditionId), REFRESH_MILLIS);
  if (market.data === undefined) return <UnreadablePage what="market" resource={market} />;
  return <Shown market={market.data} isStale={market.isStale} />;
}

function Shown({ market, isStale }: { readonly market: MarketRecord; readonly isStale: boolean }): ReactNode {
  const [query, change] = useQuery();
  const [taken, setTaken] = useState<TakenPrice | null>(null);
  const { tokens } = market;
  const watched = useBooks(tokens.map(({ token_id: id }) => id));
  // Deferred, so that the ticket's estimate does not block the browser; the books show each change at once.
  const reckoned = useDeferredValue(watched);
  const outcomes = useMemo(() => tokens.map(({ token_id: tokenId, outcome: label }) => ({ tokenId, label })), [tokens]);
  // Deferred: the question renders first, the rest afterwards without blocking the browser.
  const isRestShown = useDeferredValue(true, false);
  const chosen = tokens.find(({ token_id: id }) => id === query.get('outcome')) ?? tokens[0];
  const choose = useCallback(
    (tokenId: string): void => {
      setTaken(null);
      change({ outcome: tokenId });
    },
    [change],
  );
  const takePrice = useCallback(
    (tokenId: string, price: string): void => {
      change({ outcome: tokenId });
      setTaken({ price });
    },
    [change],
  );
  return (
    <div className="stack">
      <MarketHead market={market} isStale={isStale} />
      <OutcomeChoice market={market} watched={watched} chosen={chosen?.token_id ?? ''} onChoose={choose} />
      {isRestShown && (
        <div className="market-columns">
          <div className="stack">
            {chosen !== undefined && <PricePanel tokenId={chosen.token_id} label={chosen.outcome} />}
            {/* A resolved market is no longer traded: its books stay empty. */}
            {market.status !== 'resolved' && <BooksPanel tokens={tokens} watched={watched} onPrice={takePrice} />}
            <MarketRecords market={market} trades={watched.trades} />
          </div>
          {chosen !== undefined && (
            <aside className={market.accepting_orders ? 'ticket-place is-open' : 'ticket-place'} aria-label="Order ticket">
              <Suspense fallback={<Loading what="the ticket" rows={6} />}>
                <OrderTicket
                  market={market}
                  watched={reckoned}
                  outcomes={outcomes}
                  tokenId={chosen.token_id}
                  taken={taken}
                  onToken={choose}
                />
              </Suspense>
            </aside>
          )}
        </div>
      )}
    </div>
  );
}
