import type { OrderDraft, SignedItem } from '@foretell/client/browser';
import type { PlaceOrderResult } from '@foretell/contracts';
import type { Trading } from '../wallet/use-trader';
import type { FeeTerms, Side, Taken } from './estimate';

/** How far an order has come. What was signed is stored until it is known what became of it: the same order may be sent again. */
export type Placing =
  | Writing
  /** The exchange is asked what it would do. */
  | { readonly at: 'asking' }
  | (Reviewed & { readonly at: 'reviewing'; readonly fault: unknown; readonly signed: SignedItem | null })
  /** `isAsked`: a person is asked to sign, which may take as long as they like. */
  | { readonly at: 'signing'; readonly isAsked: boolean }
  | { readonly at: 'sending' }
  | (Reviewed & { readonly at: 'unknown'; readonly fault: unknown; readonly signed: SignedItem })
  | (Reviewed & { readonly at: 'placed'; readonly result: PlaceOrderResult });

/** What failed last is of who traded then: a key that was renewed since has failed in nothing. */
export interface Writing {
  readonly at: 'writing';
  readonly side: Side | undefined;
  readonly fault: unknown;
  readonly of: Trading | null;
}

/** An order that the exchange was asked about: its side is stored with it, as the ticket's fields may say another by then. */
interface Reviewed {
  readonly side: Side;
  readonly draft: OrderDraft;
  /** What the ticket told would trade at once, and the fee that it was reckoned by. */
  readonly told: Taken;
  readonly fee: FeeTerms;
  readonly rehearsed: PlaceOrderResult;
}

export interface PlacingTerms {
  readonly tokenId: string;
  /** The market's fee, asked for now. */
  readonly readFee: () => Promise<FeeTerms>;
  readonly onPlaced: (result: PlaceOrderResult, side: Side, feeMicros: bigint | null) => void;
}
