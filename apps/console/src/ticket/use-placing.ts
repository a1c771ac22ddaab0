import type { OrderDraft, SignedItem } from '@foretell/client/browser';
import type { PlaceOrderResult } from '@foretell/contracts';
import { useCallback, useState } from 'react';
import type { Trading } from '../wallet/use-trader';
import type { Side } from './estimate';

/** How far an order has come. What was signed is kept until it is known what became of it: the same order may be sent again. */
export type Placing =
  | { readonly at: 'writing'; readonly fault: unknown }
  | { readonly at: 'signing' | 'sending' }
  | (Reviewed & { readonly at: 'reviewing' | 'unknown'; readonly fault: unknown })
  | { readonly at: 'placed'; readonly side: Side; readonly result: PlaceOrderResult };

/** An order that was signed: its side is kept with it, as the ticket's fields may say another by then. */
interface Reviewed {
  readonly side: Side;
  readonly signed: SignedItem;
  readonly rehearsed: PlaceOrderResult;
}

const WRITING: Placing = { at: 'writing', fault: null };
/** Codes of the surface's 503 under which the order may have been taken. */
const UNKNOWN = 'outcome_unknown';

export interface PlacingSteps {
  readonly placing: Placing;
  /** Signs the order and asks the exchange what it would do with it, without placing it. */
  readonly review: (draft: OrderDraft) => void;
  /** Places what was reviewed; sent again it never trades twice. */
  readonly place: () => void;
  readonly again: () => void;
}

/** Takes one order of an outcome from the ticket to the exchange: sign, rehearse, place. The other outcome has its own. */
export function usePlacing(
  trading: Trading | null,
  tokenId: string,
  onPlaced: (result: PlaceOrderResult, side: Side) => void,
): PlacingSteps {
  const [all, setAll] = useState<ReadonlyMap<string, Placing>>(new Map());
  const placing = all.get(tokenId) ?? WRITING;
  const setPlacing = useCallback((next: Placing) => setAll((known) => new Map([...known, [tokenId, next]])), [tokenId]);
  const review = useCallback(
    (draft: OrderDraft) => {
      if (trading === null) return;
      setPlacing({ at: 'signing' });
      reviewed(trading, draft).then(setPlacing, (fault: unknown) => setPlacing({ at: 'writing', fault }));
    },
    [trading, setPlacing],
  );
  const place = useCallback(() => {
    if (trading === null || (placing.at !== 'reviewing' && placing.at !== 'unknown')) return;
    const { side, signed, rehearsed } = placing;
    setPlacing({ at: 'sending' });
    placed(trading, signed).then(
      (result) => {
        setPlacing({ at: 'placed', side, result });
        onPlaced(result, side);
      },
      (fault: unknown) => setPlacing({ at: isUnknown(fault) ? 'unknown' : 'reviewing', side, signed, rehearsed, fault }),
    );
  }, [trading, placing, setPlacing, onPlaced]);
  const again = useCallback(() => setPlacing(WRITING), [setPlacing]);
  return { placing, review, place, again };
}

async function reviewed({ trader }: Trading, draft: OrderDraft): Promise<Placing> {
  const signed = await trader.sign(draft);
  const [rehearsed] = await trader.rehearseSigned([signed]);
  if (rehearsed === undefined) throw new Error('The exchange said nothing of the order.');
  return { at: 'reviewing', side: draft.side, signed, rehearsed, fault: null };
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
