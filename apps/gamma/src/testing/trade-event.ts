import type { TradeMatchedV1 } from '@foretell/contracts';

const ID = `0x${'77'.repeat(32)}`;
const WALLET = `0x${'88'.repeat(20)}`;

/** The fields of a trade that the catalog reads; null: no fill has its price. */
interface TradeDone extends Pick<TradeMatchedV1, 'at' | 'conditionId' | 'outcome' | 'sizeMicros' | 'usdcMicros'> {
  readonly pricePips: number | null;
}

/** One wallet buys from another; the catalog ignores which ones. */
export function tradeEvent({ pricePips, outcome, sizeMicros, usdcMicros, ...done }: TradeDone): TradeMatchedV1 {
  const traded = { wallet: WALLET, outcome, sizeMicros, usdcMicros };
  return {
    type: 'trade.matched.v1',
    ...done,
    ...traded,
    tradeId: 't',
    tradeNumber: 1,
    transactionHash: ID,
    takerOrderId: ID,
    side: 'BUY',
    feeMicros: 0,
    builder: ID,
    fills: pricePips === null ? [] : [{ kind: 'transfer', orderId: ID, side: 'SELL', pricePips, ...traded }],
  };
}
