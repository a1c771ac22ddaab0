export * from './crypto';
export { Wallet } from './wallet';
