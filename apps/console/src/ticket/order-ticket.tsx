import type { MarketRecord } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { Loading } from '../components/loading';
import { FaultNote } from '../wallet/fault-note';
import { useSession } from '../wallet/session-store';
import { Ticket } from './ticket';
import { ticketMarket } from './ticket-market';
import type { OrderTicketProps } from './ticket-props';
import './ticket.css';

/** An order for the selected outcome: written, estimated, rehearsed, signed, placed. */
export function OrderTicket(props: OrderTicketProps): ReactNode {
  const { market, watched, tokenId } = props;
  const book = watched.books.get(tokenId);
  const isOpen = market.accepting_orders;
  const session = useSession();
  return (
    <section className="panel ticket" aria-labelledby="ticket-title">
      <h2 id="ticket-title" className="ticket-title">
        Trade
      </h2>
      {!isOpen && <Closed market={market} />}
      {isOpen && book === undefined && <NoBook fault={watched.error} />}
      {isOpen && book !== undefined && (
        <Ticket
          key={session?.address ?? ''}
          {...props}
          terms={ticketMarket(market, book)}
          isSignedIn={session !== null}
          isStale={watched.connection === 'cut'}
        />
      )}
    </section>
  );
}

function Closed({ market: { status } }: { readonly market: MarketRecord }): ReactNode {
  return (
    <div className="note note-warn">
      <p>This market does not accept orders now.</p>
      {status === 'closed' && <p>It is awaiting its result.</p>}
    </div>
  );
}

function NoBook({ fault }: { readonly fault: Error | null }): ReactNode {
  return fault === null ? <Loading what="the order ticket" rows={5} /> : <FaultNote fault={fault} />;
}
