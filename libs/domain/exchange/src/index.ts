export * from './command';
export * from './fact';
export * from './outcome';
export * from './rows';
export * from './exchange';
export { createExchange, restoreExchange } from './create-exchange';
