export * from './shared';
export {
  AskedTradingClient,
  BookCopy,
  CatalogClient,
  DataClient,
  MarketDataClient,
  StreamsClient,
  TradingClient,
  askedWallet,
  type AskedTradingClientOptions,
  type TradingClientOptions,
} from './browser-clients';
export type { AskedWallet, SignTypedData } from './trading/asked-wallet';
export type { TradingCalls } from './trading/trading-calls';
export type { TypedData } from './trading/typed-data';
export { walletFromPrivateKey, type Wallet } from '@foretell/crypto/browser';
