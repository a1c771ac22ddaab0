import type { Fill, OrderRow, Trade } from '@foretell/exchange';

/**
 * What is read back as a row must name every field of it: a field that the core gains does not compile until the journal and the
 * recovery read it.
 */
export type EveryField<Row> = { readonly [Field in keyof Row]: unknown };

/** What of an order changes after its placing. */
export type OrderState = Pick<
  OrderRow,
  'orderId' | 'filledMicros' | 'filledUsdcMicros' | 'lockedMicros' | 'status' | 'closeReason' | 'dueAt'
>;

/** A trade as the record keeps it: without what only the core and its facts need. */
export type RecordedTrade = Omit<Trade, 'type' | 'takerOrderType' | 'fills'> & { readonly fills: readonly RecordedFill[] };
export type RecordedFill = Omit<Fill, 'takerUsdcMicros' | 'takerFeeMicros' | 'makerDone'>;
