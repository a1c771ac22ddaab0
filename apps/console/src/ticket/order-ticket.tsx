import type { PlaceOrderResult } from '@foretell/contracts';
import { useCallback, useState, type FormEvent, type ReactNode } from 'react';
import { Loading } from '../components/loading';
import { Money, Shares } from '../components/money';
import { useToast } from '../components/toast';
import { decimalOfMicros } from '../figures/micros';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { FaultNote } from '../wallet/fault-note';
import { useBalance } from '../wallet/use-balance';
import { useTrading, type Trading } from '../wallet/use-trader';
import { pipsOf, type Side } from './estimate';
import { Fields } from './fields';
import { Figures } from './figures';
import { outcomeWords } from './outcome-words';
import { centsText, planOf, worstCents, type TicketFields, type TicketMarket } from './plan';
import { Review } from './review';
import { SplitSets } from './split-sets';
import { usePlacing } from './use-placing';
import { ticketMarket } from './ticket-market';
import type { OrderTicketProps } from './ticket-props';
import './ticket.css';

const EMPTY: TicketFields = {
  side: 'BUY',
  kind: 'limit',
  fill: 'FAK',
  unit: 'shares',
  amount: '',
  cents: '',
  endsIn: 0,
  postOnly: false,
};

/** An order for the outcome that is looked at: written, estimated, signed, rehearsed, placed. */
export function OrderTicket(props: OrderTicketProps): ReactNode {
  const { market, watched, tokenId } = props;
  const book = watched.books.get(tokenId);
  const isOpen = market.accepting_orders;
  return (
    <section className="panel ticket" aria-labelledby="ticket-title">
      <h2 id="ticket-title">Trade</h2>
      {!isOpen && <p className="note note-warn">This market takes no orders now.</p>}
      {isOpen && book === undefined && <NoBook fault={watched.error} />}
      {isOpen && book !== undefined && (
        <Ticket {...props} terms={ticketMarket(market, book)} isStale={watched.connection === 'cut'} />
      )}
    </section>
  );
}

function NoBook({ fault }: { readonly fault: Error | null }): ReactNode {
  return fault === null ? <Loading what="the order ticket" rows={5} /> : <FaultNote fault={fault} />;
}

interface TicketProps extends OrderTicketProps {
  readonly terms: TicketMarket;
  /** The book is as it was when its stream was cut. */
  readonly isStale: boolean;
}

function Ticket({ terms, isStale, ...props }: TicketProps): ReactNode {
  const { trading, fault } = useTrading();
  const tell = useToast();
  const [fields, setFields] = useState(EMPTY);
  const [seenPrice, setSeenPrice] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [changeCount, setChangeCount] = useState(0);
  const refresh = useCallback(() => setChangeCount((count) => count + 1), []);
  const onPlaced = useCallback(
    (result: PlaceOrderResult, side: Side) => {
      refresh();
      tell(result.success ? 'done' : 'failed', result.success ? outcomeWords(side, result, false) : 'The order was not taken.');
    },
    [tell, refresh],
  );
  const steps = usePlacing(trading, terms.tokenId, onPlaced);
  if (props.price !== seenPrice) {
    setSeenPrice(props.price);
    const pips = props.price === null ? null : pipsOf(props.price);
    if (pips !== null) setFields((known) => ({ ...known, cents: centsText(pips) }));
  }
  const asked = fields.kind === 'market' && fields.cents === '' ? { ...fields, cents: worstCents(fields, terms) } : fields;
  // The figures do not depend on the time; the order that is signed does.
  const plan = planOf(asked, terms, 0);
  const isPlan = 'draft' in plan;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const now = planOf(asked, terms, Math.floor(Date.now() / 1_000));
    if ('draft' in now) steps.review(now.draft);
  };
  const isWriting = steps.placing.at === 'writing';
  return (
    <>
      <form onSubmit={submit} className="ticket-form" noValidate>
        <Fields
          fields={asked}
          outcomes={props.outcomes}
          tokenId={props.tokenId}
          onToken={props.onToken}
          problems={isPlan || !isChecked ? [] : plan}
          isDisabled={!isWriting}
          onChange={(change) => setFields((known) => ({ ...known, ...change }))}
        />
        <Available trading={trading} side={fields.side} tokenId={terms.tokenId} version={changeCount} />
        {isPlan && <Figures plan={plan} fee={terms.fee} isStale={isStale} />}
        {trading === null && fault === null ? (
          <Link href={pathTo.wallet} className="button button-main">
            Sign in to trade
          </Link>
        ) : (
          isWriting && (
            <button type="submit" className={`button button-main ticket-${fields.side.toLowerCase()}`}>
              Review: {fields.side === 'BUY' ? 'buy' : 'sell'} {labelOf(props)}
            </button>
          )
        )}
      </form>
      {fault !== null && <FaultNote fault={fault} />}
      <Review steps={steps} />
      {trading !== null && <SplitSets conditionId={props.market.condition_id} trading={trading} onSplit={refresh} />}
    </>
  );
}

interface AvailableProps {
  readonly trading: Trading | null;
  readonly side: Side;
  readonly tokenId: string;
  /** Goes up with each change of what the wallet has. */
  readonly version: number;
}

/** What may be spent or sold. */
function Available({ trading, side, tokenId, version }: AvailableProps): ReactNode {
  const { balance } = useBalance(trading, side === 'BUY' ? undefined : tokenId, version);
  if (trading === null) return null;
  const amount = balance === null ? null : decimalOfMicros(BigInt(balance.available));
  return (
    <p className="ticket-available">
      You have {amount === null ? '…' : side === 'BUY' ? <Money amount={amount} /> : <Shares size={amount} />}
      {side === 'BUY' ? ' to spend' : ' shares to sell'}
    </p>
  );
}

function labelOf({ outcomes, tokenId }: OrderTicketProps): string {
  return outcomes.find((outcome) => outcome.tokenId === tokenId)?.label ?? '';
}
