export { HttpCaller, type HttpAnswer, type HttpCall } from './http-caller';
export { l2Headers, type L2Identity, type L2Request } from './l2-headers';
export { limitDraft, spendDraft, type DraftOrderType, type OrderDraft } from './order-draft';
export { TradingClient, type SignedItem, type TradingClientOptions } from './trading-client';
export {
  TradingRefusal,
  type CancelResult,
  type OpenOrder,
  type PlacementResult,
  type TradeRecord,
  type TraderKey,
} from './trading-wire';
