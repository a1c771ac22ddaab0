export { CatalogClient } from './catalog-client';
export { DataClient } from './data-client';
export { FactsClient, type FactsOptions, type FollowOptions } from './facts/facts-client';
export { ClientError, type Failure } from './http/client-error';
export { HttpCaller, type CallOptions, type HttpAnswer, type HttpCall } from './http/http-caller';
export type { Asked } from './http/query';
export type { SurfaceOptions } from './http/surface-reader';
export type { IdentityOptions } from './trading/keyed-caller';
export {
  builderHeaders,
  l2Headers,
  requestSignature,
  type KeyedRequest,
  type L2Identity,
  type SignatureEncoding,
} from './trading/l2-headers';
export { BookCopy, type AppliedStep } from './streams/book-copy';
export {
  StreamsClient,
  type BookUpdate,
  type FollowBooksOptions,
  type FollowUserOptions,
  type StreamsOptions,
  type UserUpdate,
} from './streams/streams-client';
export { MarketDataClient, type HistoryWindow, type Side } from './trading/market-data-client';
export {
  limitOrder,
  marketBuy,
  type LimitOrder,
  type MarketBuy,
  type OrderDraft,
  type OrderExtras,
  type OrderType,
} from './trading/order-draft';
export { OrderSigner, type SignedItem, type SigningOptions } from './trading/order-signer';
export {
  TradingClient,
  type Asset,
  type CancelScope,
  type OrderFilter,
  type TradeFilter,
  type TradingClientOptions,
} from './trading/trading-client';
export { walletFromPrivateKey, type Wallet } from '@foretell/crypto';
export { EXCHANGE_PRESETS, address, type Address, type ExchangeDomain, type ExchangePreset } from '@foretell/signing';
