export type { Commit } from './exchange-journal';
export { CONDITIONS, tradingHistories, tradingHistory, WALLETS, type TradingHistory } from './histories';
export * from './acts';
