import type { Fill, OrderRow, Trade } from '@foretell/exchange';

/**
 * A reader must name every field of a row: a field that the core adds does not compile until the journal and recovery read it.
 */
export type EveryField<Row> = { readonly [Field in keyof Row]: unknown };

/** The part of an order that changes after placement. */
export type OrderState = Pick<
  OrderRow,
  'orderId' | 'filledMicros' | 'filledUsdcMicros' | 'lockedMicros' | 'status' | 'closeReason' | 'dueAt'
>;

/** A trade as the record stores it: without what only the core and its events need. */
export type StoredTrade = Omit<Trade, 'type' | 'takerOrderType' | 'fills'> & { readonly fills: readonly StoredFill[] };
export type StoredFill = Omit<Fill, 'takerUsdcMicros' | 'takerFeeMicros' | 'makerDone'>;
