import type { MarketRecord, PublicMarket } from '@foretell/contracts';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useBooks } from '../../books/use-books';
import { listedMarketAddress, marketAddress } from '../../catalog/market-address';
import { PricePanel } from '../../charts/price-panel';
import { UnreadablePage } from '../../components/unreadable-page';
import { useSite } from '../../config/site-context';
import { useResource } from '../../live/use-resource';
import { useOwnMarket } from '../../own/use-own-market';
import { useQuery } from '../../routing/location';
import type { TakenPrice } from '../../ticket/ticket-props';
import { TradePlace } from '../../trade/trade-place';
import { useTrading } from '../../wallet/use-trader';
import { BooksPanel } from './books-panel';
import { LISTED_REFRESH_MILLIS, MarketHead } from './market-head';
import { MarketRecords } from './market-records';
import { Mine } from './mine';
import { OutcomeChoice } from './outcome-choice';
import './market.css';

const REFRESH_MILLIS = 10_000;

/** The market's page by its slug, which the catalog resolves to the condition id that the trading service has. */
export function NamedMarketPage({ slug }: { readonly slug: string }): ReactNode {
  const listed = useResource<PublicMarket>(listedMarketAddress(useSite(), slug), LISTED_REFRESH_MILLIS);
  if (listed.data === undefined) return <UnreadablePage what="market" resource={listed} />;
  return <MarketPage conditionId={listed.data.conditionId} />;
}

/** A market: current prices, price history, trades, holders, the reader's own positions and orders, and the ticket. */
export function MarketPage({ conditionId }: { readonly conditionId: string }): ReactNode {
  const site = useSite();
  const market = useResource<MarketRecord>(marketAddress(site, conditionId), REFRESH_MILLIS);
  if (market.data === undefined) return <UnreadablePage what="market" resource={market} />;
  return <Shown market={market.data} isStale={market.isStale} />;
}

function Shown({ market, isStale }: { readonly market: MarketRecord; readonly isStale: boolean }): ReactNode {
  const [query, change] = useQuery();
  const [taken, setTaken] = useState<TakenPrice | null>(null);
  // A link to sell a position opens the ticket on that side.
  const isSelling = query.get('side') === 'sell';
  const [isTicketOpen, openTicket] = useState(isSelling);
  const { tokens } = market;
  const tokenIds = useMemo(() => tokens.map(({ token_id: id }) => id), [tokens]);
  const watched = useBooks(tokenIds);
  const { trading } = useTrading();
  const own = useOwnMarket(trading, market.condition_id, tokenIds);
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
      openTicket(true);
    },
    [change],
  );
  return (
    <div className="with-ticket">
      <MarketHead market={market} isStale={isStale} />
      <OutcomeChoice market={market} watched={watched} chosen={chosen?.token_id ?? ''} onChoose={choose} />
      {isRestShown && chosen !== undefined && (
        <TradePlace
          market={market}
          watched={watched}
          own={own}
          tokenId={chosen.token_id}
          taken={taken}
          side={isSelling ? 'SELL' : 'BUY'}
          onToken={choose}
          isOpen={isTicketOpen}
          onOpen={openTicket}
        />
      )}
      {isRestShown && (
        <div className="stack">
          {chosen !== undefined && <PricePanel market={market} tokenId={chosen.token_id} label={chosen.outcome} />}
          {trading !== null && <Mine market={market} own={own} trading={trading} />}
          {/* A resolved market is no longer traded: its books stay empty. */}
          {market.status !== 'resolved' && <BooksPanel tokens={tokens} watched={watched} own={own.marks} onPrice={takePrice} />}
          <MarketRecords market={market} trades={watched.trades} />
        </div>
      )}
    </div>
  );
}
