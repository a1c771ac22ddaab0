import { flagsWhere } from '@foretell/exchange';
import {
  exactPips,
  formatMicros,
  formatPips,
  mulDivFloor,
  nearestPips,
  pricePips,
  usdcMicros,
  type PricePips,
} from '@foretell/units';
import type { CommandDraft } from '../engine/submission';
import { offTick, subjectOf, type OrderRefusal } from './order-refusal';
import type { ParsedOrder } from './order-parser';

/** The command that places an order, and its price as a decimal. */
export interface Placement {
  readonly command: CommandDraft;
  readonly price: string;
}

/**
 * The order's price from its amounts. Limit orders (GTC, GTD) must state an integer number of pips; the exchange checks the
 * market's tick. FOK and FAK state dollars or shares, rounded by the client, so their price is the nearest tick. Source:
 * protocol 5.
 */
export function placementOf(orderId: string, parsed: ParsedOrder): Placement | OrderRefusal {
  const { item, token, collateralMicros, sizeMicros, maker, expiresAt } = parsed;
  const { orderType, order } = item;
  const isLimit = orderType === 'GTC' || orderType === 'GTD';
  const { tickPips } = token.entry.market;
  const price = isLimit ? exactPips(collateralMicros, sizeMicros) : nearestPips(collateralMicros, sizeMicros, tickPips);
  if (price === undefined) return pricedOffTick(subjectOf(orderId), parsed, tickPips);
  return {
    price: formatPips(price),
    command: {
      type: 'placeOrder',
      orderId,
      wallet: maker,
      conditionId: token.entry.conditionId,
      outcome: token.outcome,
      side: order.side,
      orderType,
      pricePips: price,
      sizeMicros,
      budgetMicros: !isLimit && order.side === 'BUY' ? collateralMicros : null,
      // Sides of accepted quotes are rejected by the rfq module, not here.
      flags: flagsWhere((flag) => flag !== 'quoted' && (item[flag] ?? false)),
      expiresAt,
    },
  };
}

type Amounts = Pick<ParsedOrder, 'collateralMicros' | 'sizeMicros'>;

/** The refusal of amounts that state no price of the market, with the nearest that it has. */
export function pricedOffTick(subject: string, amounts: Amounts, tickPips: number): OrderRefusal {
  const nearest = nearestPips(amounts.collateralMicros, amounts.sizeMicros, tickPips) ?? boundPips(amounts, tickPips);
  return offTick(subject, statedPrice(amounts), tickPips, nearest);
}

/** A price outside 0..1 has no nearest tick inside; the error names the bound on its side instead. */
function boundPips({ collateralMicros, sizeMicros }: Amounts, tickPips: number): PricePips {
  return collateralMicros >= sizeMicros ? pricePips(10_000 - tickPips) : pricePips(tickPips);
}

/** The price that the amounts state, to six decimals. */
function statedPrice({ collateralMicros, sizeMicros }: Amounts): string {
  if (collateralMicros > sizeMicros * 1_000) return 'more than 1000';
  return formatMicros(usdcMicros(mulDivFloor(collateralMicros, 1_000_000, sizeMicros)));
}
