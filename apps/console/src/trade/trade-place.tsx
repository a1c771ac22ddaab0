import type { MarketRecord } from '@foretell/contracts';
import { lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { WatchedBooks } from '../books/book-watch';
import { bestOf } from '../books/book-levels';
import { Loading } from '../components/loading';
import { Price } from '../components/money';
import type { OwnMarket } from '../own/use-own-market';
import { TICKET_PART } from '../ticket/ticket-part';
import type { OrderTicketProps, TakenPrice } from '../ticket/ticket-props';
import './trade.css';

const OrderTicket = memo(lazy(() => TICKET_PART().then(({ OrderTicket: ticket }) => ({ default: ticket }))));

interface TradePlaceProps {
  readonly market: MarketRecord;
  readonly watched: WatchedBooks;
  readonly own: OwnMarket;
  readonly tokenId: string;
  readonly taken: TakenPrice | null;
  readonly side?: OrderTicketProps['side'];
  /** Name of the market, if the page shows several. */
  readonly name?: ReactNode;
  readonly onToken: (tokenId: string) => void;
  /** On a phone: whether the sheet with the ticket is open. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** The ticket: a column that stays in view, on a phone a sheet above a bar with the prices to buy at. */
export function TradePlace({ market, watched, own, tokenId, name, isOpen, onOpen, ...rest }: TradePlaceProps): ReactNode {
  // Deferred, so that the ticket's estimate does not block the browser; the books show each change at once.
  const reckoned = useDeferredValue(watched);
  const { tokens } = market;
  const outcomes = useMemo(() => tokens.map(({ token_id: id, outcome: label }) => ({ tokenId: id, label })), [tokens]);
  const place = useSheet(isOpen, onOpen);
  const position = useMemo(() => positionOf(own, tokenId), [own, tokenId]);
  return (
    <>
      {isOpen && <div className="sheet-ground" aria-hidden="true" onClick={() => onOpen(false)} />}
      <aside ref={place} className={`ticket-place${isOpen ? ' is-open' : ''}`} aria-label="Order ticket">
        <button type="button" className="button sheet-close" onClick={() => onOpen(false)}>
          Close
        </button>
        {name !== undefined && <p className="ticket-name">{name}</p>}
        <Suspense fallback={<Loading what="the ticket" rows={6} />}>
          <OrderTicket
            market={market}
            watched={reckoned}
            outcomes={outcomes}
            tokenId={tokenId}
            position={position}
            onDone={own.refresh}
            {...rest}
          />
        </Suspense>
      </aside>
      {market.accepting_orders && (
        <TradeBar
          tokens={tokens}
          watched={watched}
          onToken={(id) => {
            rest.onToken(id);
            onOpen(true);
          }}
        />
      )}
    </>
  );
}

interface TradeBarProps {
  readonly tokens: MarketRecord['tokens'];
  readonly watched: WatchedBooks;
  readonly onToken: (tokenId: string) => void;
}

/** On a phone: the current price of each outcome, always in view; a press opens the ticket. */
function TradeBar({ tokens, watched, onToken }: TradeBarProps): ReactNode {
  return (
    <div className="trade-bar" role="group" aria-label="Trade">
      {tokens.map(({ token_id: id, outcome }, at) => (
        <button key={id} type="button" className={`button tone-${at}`} onClick={() => onToken(id)}>
          <span className="one-line">Buy {outcome}</span> <Price price={bestOf(watched.books.get(id)?.asks ?? [])} />
        </button>
      ))}
    </div>
  );
}

function positionOf({ positions }: OwnMarket, tokenId: string): OrderTicketProps['position'] {
  const held = positions.find(({ token_id: id }) => id === tokenId);
  return held === undefined ? undefined : { shares: held.current_size, averagePrice: held.avg_price };
}

/** An open sheet takes the focus; Escape closes it. */
function useSheet(isOpen: boolean, onOpen: (isOpen: boolean) => void): React.RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    place.current?.querySelector<HTMLElement>('input[name="amount"], .sheet-close')?.focus();
    const leave = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented) onOpen(false);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [isOpen, onOpen]);
  return place;
}
