/** Exports that both platforms share. */
export { ClientError, type Failure } from './http/client-error';
export type { BookUpdate } from './streams/book-copies';
export type { Asked } from './http/query';
export type { ServiceOptions } from './http/service-reader';
export type { CallOptions, HttpAnswer, HttpCall } from './http/transport';
export type { AppliedStep } from './streams/proven-book';
export type {
  ConnectionState,
  FollowOptions,
  FollowBooksOptions,
  FollowUserOptions,
  StreamsOptions,
  UserUpdate,
} from './streams/streams-follower';
export type { IdentityOptions } from './trading/keyed-caller';
export type { HistoryWindow, Side } from './trading/market-data-calls';
export {
  limitOrder,
  marketBuy,
  type LimitOrder,
  type MarketBuy,
  type OrderDraft,
  type OrderExtras,
  type OrderType,
} from './trading/order-draft';
export type { SignedItem, SigningOptions } from './trading/order-signer';
export type { KeyedRequest, L2Identity, SignatureEncoding } from './trading/request-signer';
export { signingTerms } from './trading/signing-terms';
export { takerFee, type TakenFill } from './trading/taker-fee';
export type { Asset, CancelScope, OrderFilter, TradeFilter } from './trading/trading-calls';
export {
  EXCHANGE_PRESETS,
  address,
  type Address,
  type ClobAuthTerms,
  type ExchangeDomain,
  type ExchangePreset,
} from '@foretell/signing';
