import type { PublicMarketFields } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { BuyButtons } from '../../catalog/buy-buttons';
import { dayChange, isYesNo, shortName, winnerOf } from '../../catalog/market-words';
import { outcomesOf } from '../../catalog/outcomes';
import { PriceChange } from '../../catalog/price-change';
import { PriceMark } from '../../catalog/price-mark';
import { quoteOfOutcome, shownPrice, type Quote } from '../../catalog/shown-price';
import { CompactMoney } from '../../components/money';
import { Link } from '../../routing/link';
import { pathTo } from '../../routing/route';

interface EventMarketsProps {
  readonly markets: readonly PublicMarketFields[];
  readonly quotes: ReadonlyMap<string, Quote>;
  /** Condition id of the market in the ticket. */
  readonly chosen: string;
  readonly onTrade: (tokenId: string) => void;
}

/** From this number on, a filter finds a market by its name. */
const FILTERED_FROM = 12;

/** Open markets, best price first, then the closed ones with their winners, folded. */
export function EventMarkets({ markets, quotes, chosen, onTrade }: EventMarketsProps): ReactNode {
  const [filter, setFilter] = useState('');
  const isFound = (market: PublicMarketFields): boolean => shortName(market).toLowerCase().includes(filter.trim().toLowerCase());
  const found = markets.filter(isFound);
  const [open, closed] = [found.filter(({ closed: isClosed }) => !isClosed), found.filter(({ closed: isClosed }) => isClosed)];
  return (
    <>
      {markets.length >= FILTERED_FROM && (
        <div className="market-filter">
          <input
            type="search"
            aria-label="Find a market"
            placeholder={`Find one of ${markets.length} markets`}
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
        </div>
      )}
      <ul className="market-table">
        {open.map((market) => (
          <OpenRow
            key={market.id}
            market={market}
            quote={quotes.get(market.conditionId)}
            isChosen={market.conditionId === chosen}
            onTrade={onTrade}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="panel-body quiet">No market matches.</p>}
      {closed.length > 0 && (
        <details className="market-closed" open={open.length === 0}>
          <summary>
            {closed.length} closed {closed.length === 1 ? 'market' : 'markets'}
          </summary>
          <ul className="market-table">
            {closed.map((market) => (
              <ClosedRow key={market.id} market={market} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface OpenRowProps extends Pick<EventMarketsProps, 'onTrade'> {
  readonly market: PublicMarketFields;
  readonly quote: Quote | undefined;
  readonly isChosen: boolean;
}

function OpenRow({ market, quote, isChosen, onTrade }: OpenRowProps): ReactNode {
  const [first] = outcomesOf(market);
  const shown = shownPrice(quoteOfOutcome(quote, 0));
  return (
    <li className={isChosen ? 'is-chosen' : ''}>
      <div className="market-table-name">
        <Link href={pathTo.market(market)}>{shortName(market)}</Link>
        <span className="quiet">
          <CompactMoney amount={market.volume} /> vol.
          {!market.acceptingOrders && ' · does not accept orders now'}
        </span>
      </div>
      <span className="market-table-chance">
        <strong>
          <PriceMark shown={shown} as="chance" conditionId={market.conditionId} />
        </strong>{' '}
        {shown.price !== null && <PriceChange change={dayChange(market)} />}
        {!isYesNo(market) && first !== undefined && <span className="price-label">{first.label}</span>}
      </span>
      <BuyButtons market={market} quote={quote} onBuy={onTrade} isLong />
    </li>
  );
}

function ClosedRow({ market }: { readonly market: PublicMarketFields }): ReactNode {
  const winner = winnerOf(market);
  return (
    <li>
      <div className="market-table-name">
        <Link href={pathTo.market(market)}>{shortName(market)}</Link>
        <span className="quiet">
          <CompactMoney amount={market.volume} /> vol.
        </span>
      </div>
      <span className={winner === outcomesOf(market)[0]?.label ? 'badge badge-won' : 'badge'}>
        {winner === null ? 'Closed' : `✓ ${winner}`}
      </span>
    </li>
  );
}
