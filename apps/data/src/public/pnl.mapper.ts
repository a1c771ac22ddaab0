import type { V2PnlPoint } from '@foretell/contracts';
import type { ProfitPoint } from '../profit/profit-history';
import { fromMicros, unixSeconds } from '../wire/json-numbers';

/** The realized amount, and what selling everything at its mark would add: together the profit. */
export function toPnlPoint({ at, cashMicros, realizedMicros, worthMicros, ...traded }: ProfitPoint): V2PnlPoint {
  const profitMicros = cashMicros + worthMicros;
  const realized = fromMicros(realizedMicros);
  return {
    timestamp: unixSeconds(at),
    source_block: 0,
    trade_count: traded.tradeCount,
    realized_market_pnl: realized,
    realized_lp_pnl: 0,
    realized_combo_pnl: 0,
    realized_pnl: realized,
    unrealized_pnl: fromMicros(profitMicros - realizedMicros),
    economic_pnl: fromMicros(profitMicros),
    volume: fromMicros(traded.sharesMicros),
    volume_usdc: fromMicros(traded.volumeMicros),
  };
}
