export * from './shared';
export { EventsClient, type EventsOptions, type FollowOptions, type FollowedEvent } from './events/events-client';
export {
  BookCopy,
  CatalogClient,
  DataClient,
  MarketDataClient,
  StreamsClient,
  TradingClient,
  builderHeaders,
  l2Headers,
  requestSignature,
  type TradingClientOptions,
} from './node-clients';
export { HttpCaller } from './platform/node-http-caller';
export { OrderSigner } from './trading/order-signer';
export { walletFromPrivateKey, type Wallet } from '@foretell/crypto';
