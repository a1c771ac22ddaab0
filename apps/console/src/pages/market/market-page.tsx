import type { MarketRecord } from '@foretell/contracts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useBooks } from '../../books/use-books';
import { PricePanel } from '../../charts/price-panel';
import { Loading } from '../../components/loading';
import { UnreadablePage } from '../../components/unreadable-page';
import { useSite } from '../../config/site-context';
import { useSurface } from '../../live/use-surface';
import { useQuery } from '../../routing/location';
import { BooksPanel } from './books-panel';
import { MarketHead } from './market-head';
import { MarketRecords } from './market-records';
import { OutcomeChoice } from './outcome-choice';
import './market.css';

const OrderTicket = lazy(() => import('../../ticket/order-ticket').then(({ OrderTicket: ticket }) => ({ default: ticket })));
const REFRESH_MILLIS = 10_000;

/** A market: what its outcomes cost now and cost before, who trades them, and the ticket. */
export function MarketPage({ conditionId }: { readonly conditionId: string }): ReactNode {
  const site = useSite();
  const market = useSurface<MarketRecord>(`${site.clob}/markets/${conditionId}`, REFRESH_MILLIS);
  if (market.data === undefined) return <UnreadablePage what="market" resource={market} />;
  return <Shown market={market.data} isStale={market.isStale} />;
}

function Shown({ market, isStale }: { readonly market: MarketRecord; readonly isStale: boolean }): ReactNode {
  const [query, change] = useQuery();
  const [price, setPrice] = useState<string | null>(null);
  const { tokens } = market;
  const watched = useBooks(tokens.map(({ token_id: id }) => id));
  const chosen = tokens.find(({ token_id: id }) => id === query.get('outcome')) ?? tokens[0];
  const choose = (tokenId: string): void => {
    setPrice(null);
    change({ outcome: tokenId });
  };
  const takePrice = (tokenId: string, taken: string): void => {
    change({ outcome: tokenId });
    setPrice(taken);
  };
  return (
    <div className="stack">
      <MarketHead market={market} isStale={isStale} />
      <OutcomeChoice market={market} watched={watched} chosen={chosen?.token_id ?? ''} onChoose={choose} />
      <div className="market-columns">
        <div className="stack">
          {chosen !== undefined && <PricePanel tokenId={chosen.token_id} label={chosen.outcome} />}
          <BooksPanel tokens={tokens} watched={watched} onPrice={takePrice} />
          <MarketRecords market={market} trades={watched.trades} />
        </div>
        {chosen !== undefined && (
          <aside className="ticket-place" aria-label="Order ticket">
            <Suspense fallback={<Loading what="the ticket" rows={6} />}>
              <OrderTicket
                market={market}
                watched={watched}
                outcomes={tokens.map(({ token_id: tokenId, outcome: label }) => ({ tokenId, label }))}
                tokenId={chosen.token_id}
                price={price}
                onToken={choose}
              />
            </Suspense>
          </aside>
        )}
      </div>
    </div>
  );
}
