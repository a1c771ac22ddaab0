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
import { usePlacing } from './use-placing';
import { useTicketMarket } from './use-market';
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
  const { market, isOpen, fault } = useTicketMarket(props.conditionId, props.tokenId);
  return (
    <section className="panel ticket" aria-labelledby="ticket-title">
      <h2 id="ticket-title">Trade</h2>
      {fault !== null && <FaultNote fault={fault} />}
      {market === null && fault === null && <Loading what="the order ticket" rows={5} />}
      {!isOpen && <p className="note note-warn">This market takes no orders now.</p>}
      {market !== null && isOpen && <Ticket {...props} market={market} />}
    </section>
  );
}

function Ticket({ market, ...props }: OrderTicketProps & { readonly market: TicketMarket }): ReactNode {
  const { trading, fault } = useTrading();
  const tell = useToast();
  const [fields, setFields] = useState(EMPTY);
  const [seenPrice, setSeenPrice] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [placedCount, setPlacedCount] = useState(0);
  const onPlaced = useCallback(
    (result: PlaceOrderResult) => {
      setPlacedCount((count) => count + 1);
      tell(
        result.success ? 'done' : 'failed',
        result.success ? outcomeWords(fields.side, result, false) : 'The order was not taken.',
      );
    },
    [tell, fields.side],
  );
  const steps = usePlacing(trading, onPlaced);
  if (props.price !== seenPrice) {
    setSeenPrice(props.price);
    const pips = props.price === null ? null : pipsOf(props.price);
    if (pips !== null) setFields((known) => ({ ...known, cents: centsText(pips) }));
  }
  const asked = fields.kind === 'market' && fields.cents === '' ? { ...fields, cents: worstCents(fields, market) } : fields;
  // The figures do not depend on the time; the order that is signed does.
  const plan = planOf(asked, market, 0);
  const isPlan = 'draft' in plan;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const now = planOf(asked, market, Math.floor(Date.now() / 1_000));
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
        <Available trading={trading} side={fields.side} tokenId={market.tokenId} version={placedCount} />
        {isPlan && <Figures plan={plan} fee={market.fee} />}
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
      <Review side={fields.side} steps={steps} />
    </>
  );
}

interface AvailableProps {
  readonly trading: Trading | null;
  readonly side: Side;
  readonly tokenId: string;
  /** Goes up with each order that was placed. */
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
