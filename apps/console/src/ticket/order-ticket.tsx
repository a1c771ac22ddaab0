import type { MarketRecord, PlaceOrderResult } from '@foretell/contracts';
import { useCallback, useState, type FormEvent, type ReactNode } from 'react';
import { Loading } from '../components/loading';
import { useToast } from '../components/toast';
import { marketAddress } from '../catalog/market-address';
import { useSite } from '../config/site-context';
import { readSurface } from '../live/read-surface';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { FaultNote } from '../wallet/fault-note';
import { useSession } from '../wallet/session-store';
import { useTrading } from '../wallet/use-trader';
import { WalletNote } from '../wallet/wallet-note';
import { Available } from './available';
import { pipsOf, type FeeTerms, type Side } from './estimate';
import { Fields } from './fields';
import { Figures } from './figures';
import { mostOf } from './most';
import { outcomeWords } from './outcome-words';
import { centsText, planOf, worstCents, type TicketFields, type TicketMarket } from './plan';
import { Review } from './review';
import { SplitSets } from './split-sets';
import { usePlacing } from './use-placing';
import { ticketMarket } from './ticket-market';
import type { OrderTicketProps, TakenPrice } from './ticket-props';
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

/** An order for the selected outcome: written, estimated, rehearsed, signed, placed. */
export function OrderTicket(props: OrderTicketProps): ReactNode {
  const { market, watched, tokenId } = props;
  const book = watched.books.get(tokenId);
  const isOpen = market.accepting_orders;
  const session = useSession();
  return (
    <section className="panel ticket" aria-labelledby="ticket-title">
      <h2 id="ticket-title">Trade</h2>
      {!isOpen && <p className="note note-warn">This market takes no orders now.</p>}
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

function NoBook({ fault }: { readonly fault: Error | null }): ReactNode {
  return fault === null ? <Loading what="the order ticket" rows={5} /> : <FaultNote fault={fault} />;
}

interface TicketProps extends OrderTicketProps {
  readonly terms: TicketMarket;
  /** Stays true while the trading code is loading and after the sign-in has ended, so that the typed values stay. */
  readonly isSignedIn: boolean;
  /** Whether the stream of the book is disconnected. */
  readonly isStale: boolean;
}

function Ticket({ terms, isSignedIn, isStale, ...props }: TicketProps): ReactNode {
  const { trading, fault } = useTrading();
  const tell = useToast();
  const [fields, setFields] = useState(EMPTY);
  const [seen, setSeen] = useState<TakenPrice | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [changeCount, setChangeCount] = useState(0);
  const refresh = useCallback(() => setChangeCount((count) => count + 1), []);
  const onPlaced = useCallback(
    (result: PlaceOrderResult, side: Side, feeMicros: bigint | null) => {
      refresh();
      if (result.success) tell('done', outcomeWords(side, result, false, feeMicros));
      else tell('failed', 'The order was not taken.');
    },
    [tell, refresh],
  );
  const change = (changed: Partial<TicketFields>): void => setFields((known) => ({ ...known, ...changed }));
  const readFee = useFeeReader(props.market);
  const steps = usePlacing(trading, { tokenId: terms.tokenId, readFee, onPlaced });
  if (props.taken !== seen) {
    setSeen(props.taken);
    const pips = props.taken === null ? null : pipsOf(props.taken.price);
    if (pips !== null) change({ cents: centsText(pips) });
  }
  const asked = fields.kind === 'market' && fields.cents === '' ? { ...fields, cents: worstCents(fields, terms) } : fields;
  // The figures do not depend on the time; the signed order does.
  const plan = planOf(asked, terms, 0);
  const isPlan = 'draft' in plan;
  const isWriting = steps.placing.at === 'writing';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const now = planOf(asked, terms, Math.floor(Date.now() / 1_000));
    if ('draft' in now) steps.review(now);
  };
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
          onChange={change}
        />
        <Available
          trading={trading}
          side={fields.side}
          tokenId={terms.tokenId}
          version={changeCount}
          most={isWriting ? (micros) => mostOf(fields, terms, micros) : null}
          onMost={change}
        />
        {isPlan && <Figures plan={plan} delaySeconds={terms.delaySeconds} isStale={isStale} />}
        {!isSignedIn && <SignInFirst />}
        {trading !== null && isWriting && <Submit side={fields.side} label={labelOf(props)} />}
      </form>
      {fault !== null && <FaultNote fault={fault} />}
      {trading !== null && <WalletNote session={trading.session} />}
      <Review steps={steps} fee={terms.fee} />
      {isSignedIn && <SplitSets conditionId={props.market.condition_id} trading={trading} onSplit={refresh} />}
    </>
  );
}

function useFeeReader({ condition_id: conditionId }: MarketRecord): () => Promise<FeeTerms> {
  const site = useSite();
  return useCallback(
    () => readSurface<MarketRecord>(marketAddress(site, conditionId)).then(({ fee_schedule: fee }) => fee),
    [site, conditionId],
  );
}

function SignInFirst(): ReactNode {
  return (
    <Link href={pathTo.wallet} className="button button-main">
      Sign in to trade
    </Link>
  );
}

function Submit({ side, label }: { readonly side: Side; readonly label: string }): ReactNode {
  return (
    <button type="submit" className={`button button-main ticket-${side.toLowerCase()}`}>
      Review: {side === 'BUY' ? 'buy' : 'sell'} {label}
    </button>
  );
}

function labelOf({ outcomes, tokenId }: OrderTicketProps): string {
  return outcomes.find((outcome) => outcome.tokenId === tokenId)?.label ?? '';
}
