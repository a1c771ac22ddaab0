export * from './command';
export * from './fact';
export * from './outcome';
export * from './rows';
export * from './exchange';
export { createExchange, ExchangeRestoration, restoreExchange } from './create-exchange';
export { MINIMUM_BUDGET_MICROS } from './orders/placement-rules';
