import type { MarketRecord, PlaceOrderResult } from '@foretell/contracts';
import { useCallback, useState, type FormEvent, type ReactNode } from 'react';
import { marketAddress } from '../catalog/market-address';
import { AveragePrice, Shares } from '../components/money';
import { useToast } from '../components/toast';
import { useSite } from '../config/site-context';
import { readResource } from '../live/read-resource';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { FaultNote } from '../wallet/fault-note';
import { useBalance } from '../wallet/use-balance';
import { useTrading } from '../wallet/use-trader';
import { WalletNote } from '../wallet/wallet-note';
import { Available } from './available';
import type { FeeTerms, Side } from './estimate';
import { offeredPrice } from './field-change';
import { Fields } from './fields';
import { Figures } from './figures';
import { maxOrder } from './max-order';
import { outcomeWords } from './outcome-words';
import { planOf, type TicketFields, type TicketMarket } from './plan';
import { Review } from './review';
import { SplitSets } from './split-sets';
import { Summary } from './summary';
import type { OrderTicketProps, OwnPosition } from './ticket-props';
import { usePlacing } from './use-placing';
import { useTicketFields } from './use-ticket-fields';
import { warningsOf } from './warnings';

interface TicketProps extends OrderTicketProps {
  readonly terms: TicketMarket;
  /** Stays true while the trading code is loading and after the sign-in has ended, so that the typed values stay. */
  readonly isSignedIn: boolean;
  /** Whether the stream of the book is disconnected. */
  readonly isStale: boolean;
}

/** The ticket of a market that accepts orders. Its button is always in view; the part above it scrolls. */
export function Ticket({ terms, isSignedIn, isStale, onDone, ...props }: TicketProps): ReactNode {
  const { trading, fault } = useTrading();
  const toast = useToast();
  const { fields, change, isPriceOwn } = useTicketFields(terms, props.taken, props.side);
  const [isChecked, setChecked] = useState(false);
  const [changeCount, setChangeCount] = useState(0);
  const refresh = useCallback(() => {
    setChangeCount((count) => count + 1);
    onDone?.();
  }, [onDone]);
  const onPlaced = useCallback(
    (result: PlaceOrderResult, side: Side, feeMicros: bigint | null) => {
      refresh();
      if (result.success) toast('done', outcomeWords(side, result, false, feeMicros));
      else toast('failed', 'The order was not accepted.');
    },
    [toast, refresh],
  );
  const isBuy = fields.side === 'BUY';
  const funds = useBalance(trading, isBuy ? undefined : terms.tokenId, changeCount);
  const availableMicros = funds.balance === null ? null : BigInt(funds.balance.available);
  const readFee = useFeeReader(props.market);
  const steps = usePlacing(trading, { tokenId: terms.tokenId, readFee, onPlaced });
  // The figures do not depend on the time; the signed order does.
  const plan = planOf(fields, terms, 0);
  const isPlan = 'draft' in plan;
  const isWriting = steps.placing.at === 'writing';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const now = planOf(fields, terms, Math.floor(Date.now() / 1_000));
    if ('draft' in now) steps.review(now);
  };
  // A market order whose price was not typed takes the worst price that its greatest amount needs.
  const sized = fields.kind === 'market' && !isPriceOwn ? { ...fields, cents: '' } : fields;
  const most = availableMicros === null || !isWriting ? null : maxOrder(sized, terms, availableMicros);
  return (
    <>
      <form onSubmit={submit} className="ticket-form" noValidate>
        <Fields
          fields={fields}
          outcomes={offeredOutcomes(props, fields.side)}
          tokenId={props.tokenId}
          onToken={props.onToken}
          problems={isPlan || !isChecked ? [] : plan}
          isDisabled={!isWriting}
          onChange={change}
          most={trading !== null && <Most most={most} onMost={change} />}
        />
        {!isWriting && <Summary fields={fields} terms={terms} label={labelOf(props)} />}
        {trading !== null && <Available side={fields.side} micros={availableMicros} fault={funds.fault} />}
        {props.position !== undefined && <Held position={props.position} label={labelOf(props)} />}
        {isPlan && <Figures plan={plan} delaySeconds={terms.delaySeconds} isStale={isStale} />}
        {isWriting && <Warnings sentences={warningsOf(fields, terms, { plan: isPlan ? plan : null, availableMicros })} />}
        <div className="ticket-foot">
          {!isSignedIn && <SignInFirst />}
          {trading !== null && isWriting && <Submit side={fields.side} label={labelOf(props)} />}
        </div>
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
    () => readResource<MarketRecord>(marketAddress(site, conditionId)).then(({ fee_schedule: fee }) => fee),
    [site, conditionId],
  );
}

/** The outcomes with the price at which each can be traded on that side now. */
function offeredOutcomes({ outcomes, watched }: OrderTicketProps, side: Side): OrderTicketProps['outcomes'] {
  return outcomes.map(({ tokenId, label }) => {
    const book = watched.books.get(tokenId);
    return { tokenId, label, offered: book === undefined ? null : offeredPrice(side, book) };
  });
}

interface MostProps {
  /** The largest order, as changed fields; null when there is none. */
  readonly most: Partial<TicketFields> | null;
  readonly onMost: (change: Partial<TicketFields>) => void;
}

function Most({ most, onMost }: MostProps): ReactNode {
  return (
    <button type="button" className="button" disabled={most === null} onClick={() => most && onMost(most)}>
      Max
    </button>
  );
}

function Held({ position, label }: { readonly position: OwnPosition; readonly label: string }): ReactNode {
  return (
    <p className="ticket-held">
      You hold <Shares size={position.shares} /> {label}, <AveragePrice price={position.averagePrice} /> on average
    </p>
  );
}

function Warnings({ sentences }: { readonly sentences: readonly string[] }): ReactNode {
  return (
    <div role="status" className="ticket-warnings">
      {sentences.map((sentence) => (
        <p key={sentence} className="note note-warn">
          {sentence}
        </p>
      ))}
    </div>
  );
}

function SignInFirst(): ReactNode {
  return (
    <Link href={pathTo.signIn(window.location.pathname + window.location.search)} className="button button-main">
      Sign in to trade
    </Link>
  );
}

function Submit({ side, label }: { readonly side: Side; readonly label: string }): ReactNode {
  return (
    <button type="submit" className={`button button-main ticket-submit tone-${side === 'BUY' ? 0 : 1}`}>
      Review: {side === 'BUY' ? 'buy' : 'sell'} {label}
    </button>
  );
}

function labelOf({ outcomes, tokenId }: OrderTicketProps): string {
  return outcomes.find((outcome) => outcome.tokenId === tokenId)?.label ?? '';
}
