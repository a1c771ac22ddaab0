export * from './command';
export * from './fact';
export * from './outcome';
export * from './rows';
export * from './exchange';
export { restoreExchange } from './create-exchange';
