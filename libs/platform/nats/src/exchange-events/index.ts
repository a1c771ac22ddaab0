export { toEvents, type AlsoPublished, type MarketMeasure, type PinnedRewards } from './event.mapper';
export { tradeIdOf, tradeNumberOf, transactionHashOf } from './trade-id';
