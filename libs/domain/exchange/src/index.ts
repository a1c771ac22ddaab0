export * from './command';
export * from './fact';
export * from './outcome';
export * from './rows';
export * from './exchange';
export type { Asset, OpenOrdersWish } from './record/wallet-reads';
export { ExchangeRestoration, restoreExchange } from './create-exchange';
