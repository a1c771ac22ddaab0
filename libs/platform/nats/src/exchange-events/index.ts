export { toEvents, type AlsoTold, type MarketMeasure, type PinnedRewards } from './event.mapper';
export { tradeIdOf, tradeNumberOf, transactionHashOf } from './trade-id';
