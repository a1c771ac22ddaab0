export * from './command';
export * from './fact';
export * from './outcome';
export * from './rows';
export * from './exchange';
export { ExchangeRestoration, restoreExchange } from './create-exchange';
