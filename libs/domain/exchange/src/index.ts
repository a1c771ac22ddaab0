export * from './command';
export * from './fact';
export * from './outcome';
export * from './rows';
export * from './exchange';
export * from './unfinished';
export * from './record/hash-version';
export type { Asset, OpenOrdersWish } from './record/wallet-reads';
export { ExchangeRestoration, restoreExchange } from './create-exchange';
