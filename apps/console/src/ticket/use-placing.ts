import type { SignedItem } from '@foretell/client/browser';
import type { PlaceOrderResult } from '@foretell/contracts';
import { useCallback, useRef, useState } from 'react';
import type { Trading } from '../wallet/use-trader';
import { doubt } from '../live/doubt';
import type { FeeTerms, Side, Taken } from './estimate';
import { FeeChanged, isSameFee } from './fee-change';
import { toldFee } from './outcome-words';
import type { Plan } from './plan';

/** How far an order has come. What was signed is kept until it is known what became of it: the same order may be sent again. */
export type Placing =
  | Writing
  /** `isAsked`: a person is asked to sign, which may take as long as they like. */
  | { readonly at: 'signing'; readonly isAsked: boolean }
  | { readonly at: 'sending' }
  | (Reviewed & { readonly at: 'reviewing' | 'unknown'; readonly fault: unknown })
  | (Reviewed & { readonly at: 'placed'; readonly result: PlaceOrderResult });

/** What failed last is of who traded then: a key that was renewed since has failed in nothing. */
interface Writing {
  readonly at: 'writing';
  readonly side: Side | undefined;
  readonly fault: unknown;
  readonly of: Trading | null;
}

/** An order that was signed: its side is kept with it, as the ticket's fields may say another by then. */
interface Reviewed {
  readonly side: Side;
  /** What the ticket told would trade at once, and the fee that it was reckoned by. */
  readonly told: Taken;
  readonly fee: FeeTerms;
  readonly signed: SignedItem;
  readonly rehearsed: PlaceOrderResult;
}

const WRITING: Writing = { at: 'writing', side: undefined, fault: null, of: null };
/** Codes of the surface's 503 under which the order may have been taken. */
const UNKNOWN = 'outcome_unknown';

export interface PlacingSteps {
  readonly placing: Placing;
  /** Signs the order and asks the exchange what it would do with it, without placing it. */
  readonly review: (plan: Plan) => void;
  /** Places what was reviewed; sent again it never trades twice. */
  readonly place: () => void;
  /** Back to writing. What is signed or answered after that is not used. */
  readonly again: () => void;
}

export interface PlacingTerms {
  readonly tokenId: string;
  /** The market's fee, asked for now. */
  readonly readFee: () => Promise<FeeTerms>;
  readonly onPlaced: (result: PlaceOrderResult, side: Side, feeMicros: bigint | null) => void;
}

/** Takes one order of an outcome from the ticket to the exchange: sign, rehearse, place. The other outcome has its own. */
export function usePlacing(trading: Trading | null, { tokenId, readFee, onPlaced }: PlacingTerms): PlacingSteps {
  const [all, setAll] = useState<ReadonlyMap<string, Placing>>(new Map());
  const attempts = useRef(new Map<string, object>());
  const known = all.get(tokenId) ?? WRITING;
  const placing = known.at === 'writing' && known.of !== trading ? WRITING : known;
  const setPlacing = useCallback((next: Placing) => setAll((before) => new Map([...before, [tokenId, next]])), [tokenId]);
  const review = useCallback(
    (plan: Plan) => {
      if (trading === null) return;
      const attempt = {};
      attempts.current.set(tokenId, attempt);
      const isWanted = (): boolean => attempts.current.get(tokenId) === attempt;
      const keep = (next: Placing): void => (isWanted() ? setPlacing(next) : undefined);
      setPlacing({ at: 'signing', isAsked: trading.session.kind === 'injected' });
      const { side } = plan.draft;
      reviewed(trading, plan, isWanted).then(keep, (fault: unknown) => keep({ at: 'writing', side, fault, of: trading }));
    },
    [trading, tokenId, setPlacing],
  );
  const place = useCallback(() => {
    if (trading === null || (placing.at !== 'reviewing' && placing.at !== 'unknown')) return;
    const { at, fault: _fault, ...order } = placing;
    setPlacing({ at: 'sending' });
    // Of an order that may have been taken it is only asked what became of it.
    const ready = at === 'unknown' ? Promise.resolve() : feeHeld(order.fee, readFee);
    ready.then(
      () =>
        placed(trading, order.signed).then(
          (result) => {
            setPlacing({ ...order, at: 'placed', result });
            onPlaced(result, order.side, toldFee(order.side, order.told, result));
          },
          (fault: unknown) => setPlacing({ ...order, at: isUnknown(fault) ? 'unknown' : 'reviewing', fault }),
        ),
      // Nothing was sent.
      (fault: unknown) => {
        const isChanged = fault instanceof FeeChanged;
        setPlacing(isChanged ? { at: 'writing', side: order.side, fault, of: trading } : { ...order, at: 'reviewing', fault });
      },
    );
  }, [trading, placing, setPlacing, readFee, onPlaced]);
  const again = useCallback(() => {
    attempts.current.delete(tokenId);
    setPlacing(WRITING);
  }, [tokenId, setPlacing]);
  return { placing, review, place, again };
}

/** Throws FeeChanged when takers would pay by other terms than those that an order was reviewed by. */
async function feeHeld(reviewed: FeeTerms, readFee: PlacingTerms['readFee']): Promise<void> {
  if (isSameFee(reviewed, await readFee())) return;
  // What is shown by the old terms is asked for anew at once.
  doubt();
  throw new FeeChanged();
}

async function reviewed({ trader }: Trading, { draft, fee, taken }: Plan, isWanted: () => boolean): Promise<Placing> {
  const signed = await trader.sign(draft);
  if (!isWanted()) return WRITING;
  const [rehearsed] = await trader.rehearseSigned([signed]);
  if (rehearsed === undefined) throw new Error('The exchange said nothing of the order.');
  return { at: 'reviewing', side: draft.side, told: taken, fee, signed, rehearsed, fault: null };
}

/** Of an order that had arrived already the surface answers what became of it, as of a duplicate: that is how it was placed. */
async function placed({ trader }: Trading, signed: SignedItem): Promise<PlaceOrderResult> {
  const [result] = await trader.send([signed]);
  if (result === undefined) throw new Error('The exchange said nothing of the order.');
  return result.code === 'duplicate_order' && result.orderID !== '' ? { ...result, success: true, errorMsg: '' } : result;
}

/** Whether an order may have been taken although nobody said so: no answer came, or the surface does not know yet. */
export function isUnknown(fault: unknown): boolean {
  if (typeof fault !== 'object' || fault === null) return false;
  const status = 'status' in fault ? fault.status : undefined;
  return status === 0 || status === 502 || status === 504 || ('code' in fault && fault.code === UNKNOWN);
}
