import type { OrderDraft, SignedItem } from '@foretell/client/browser';
import type { PlaceOrderResult } from '@foretell/contracts';
import { useCallback, useState } from 'react';
import type { Trading } from '../wallet/use-trader';

/** How far an order has come. What was signed is kept until it is known what became of it: the same order may be sent again. */
export type Placing =
  | { readonly at: 'writing'; readonly fault: unknown }
  | { readonly at: 'signing' | 'sending' }
  | { readonly at: 'reviewing'; readonly signed: SignedItem; readonly rehearsed: PlaceOrderResult; readonly fault: unknown }
  | { readonly at: 'unknown'; readonly signed: SignedItem; readonly rehearsed: PlaceOrderResult; readonly fault: unknown }
  | { readonly at: 'placed'; readonly result: PlaceOrderResult };

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

/** Takes one order from the ticket to the exchange: sign, rehearse, place. */
export function usePlacing(trading: Trading | null, onPlaced: (result: PlaceOrderResult) => void): PlacingSteps {
  const [placing, setPlacing] = useState<Placing>(WRITING);
  const review = useCallback(
    (draft: OrderDraft) => {
      if (trading === null) return;
      setPlacing({ at: 'signing' });
      reviewed(trading, draft).then(setPlacing, (fault: unknown) => setPlacing({ at: 'writing', fault }));
    },
    [trading],
  );
  const place = useCallback(() => {
    if (trading === null || (placing.at !== 'reviewing' && placing.at !== 'unknown')) return;
    const { signed, rehearsed } = placing;
    setPlacing({ at: 'sending' });
    placed(trading, signed).then(
      (result) => {
        setPlacing({ at: 'placed', result });
        onPlaced(result);
      },
      (fault: unknown) => setPlacing({ at: isUnknown(fault) ? 'unknown' : 'reviewing', signed, rehearsed, fault }),
    );
  }, [trading, placing, onPlaced]);
  const again = useCallback(() => setPlacing(WRITING), []);
  return { placing, review, place, again };
}

async function reviewed({ trader }: Trading, draft: OrderDraft): Promise<Placing> {
  const signed = await trader.sign(draft);
  const [rehearsed] = await trader.rehearseSigned([signed]);
  if (rehearsed === undefined) throw new Error('The exchange said nothing of the order.');
  return { at: 'reviewing', signed, rehearsed, fault: null };
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
