import type { OrderDraft, SignedItem } from '@foretell/client/browser';
import type { PlaceOrderResult } from '@foretell/contracts';
import type { Trading } from '../wallet/use-trader';
import type { FeeTerms, Side, Taken } from './estimate';

/** The state of an order. A signed order is stored until its result is known, because the same order may be sent again. */
export type Placing =
  | Writing
  /** The exchange rehearses the order. */
  | { readonly at: 'asking' }
  | (Reviewed & { readonly at: 'reviewing'; readonly fault: unknown; readonly signed: SignedItem | null })
  /** `isAsked`: a person is asked to sign, which may take any time. */
  | { readonly at: 'signing'; readonly isAsked: boolean }
  | { readonly at: 'sending' }
  | (Reviewed & { readonly at: 'unknown'; readonly fault: unknown; readonly signed: SignedItem })
  | (Reviewed & { readonly at: 'placed'; readonly result: PlaceOrderResult });

/** The last failure belongs to the session of that time: it does not apply to a renewed key. */
export interface Writing {
  readonly at: 'writing';
  readonly side: Side | undefined;
  readonly fault: unknown;
  readonly of: Trading | null;
}

/** A rehearsed order. Its side is stored with it, because the ticket's fields may change in the meantime. */
interface Reviewed {
  readonly side: Side;
  readonly draft: OrderDraft;
  /** The estimated immediate trade, and the fee terms that the estimate used. */
  readonly estimated: Taken;
  readonly fee: FeeTerms;
  readonly rehearsed: PlaceOrderResult;
}

export interface PlacingTerms {
  readonly tokenId: string;
  /** Requests the market's current fee. */
  readonly readFee: () => Promise<FeeTerms>;
  readonly onPlaced: (result: PlaceOrderResult, side: Side, feeMicros: bigint | null) => void;
}
