import type { PlaceOrderResult } from '@foretell/contracts';
import type { Side } from '@foretell/exchange';
import { formatMicros, type SizeMicros, type UsdcMicros } from '@foretell/units';
import type { ResponseFormat } from '../response-formats/response-formats';
import { tradeIdOf, transactionHashOf } from '@foretell/platform-nats/exchange-events';
import type { Settled } from '../engine/submission';
import type { FirstAnswer } from './first-answers.query';
import { tooOld, type OrderRefusal } from './order-refusal';

/**
 * Traded amounts in the form of published clients: what an order gave for what it received, before the fee, which is separate.
 * Empty strings when nothing matched. Source: protocol 6.1.
 */
function amounts(
  side: Side,
  filledMicros: SizeMicros,
  usdcMicros: UsdcMicros,
  feeMicros: UsdcMicros,
): Pick<PlaceOrderResult, 'makingAmount' | 'takingAmount' | 'feeUsd'> {
  if (filledMicros === 0) return { makingAmount: '', takingAmount: '' };
  const shares = formatMicros(filledMicros);
  const usdc = formatMicros(usdcMicros);
  return {
    ...(side === 'BUY' ? { makingAmount: usdc, takingAmount: shares } : { makingAmount: shares, takingAmount: usdc }),
    ...(feeMicros === 0 ? {} : { feeUsd: formatMicros(feeMicros) }),
  };
}

type PlacedOrder = Extract<Settled, { readonly type: 'placed' }>;

export function placedResult(side: Side, placed: PlacedOrder, shapes: ResponseFormat): PlaceOrderResult {
  const { orderId, status, filledMicros, filledUsdcMicros, feeMicros, selfTradeOrderIds } = placed;
  return {
    success: true,
    errorMsg: '',
    orderID: orderId,
    ...amounts(side, filledMicros, filledUsdcMicros, feeMicros),
    status,
    ...(selfTradeOrderIds.length === 0 ? {} : { canceled: selfTradeOrderIds }),
    ...shapes.placedTrade(tradeOf(placed)),
  };
}

/** Null for an order that has not traded. */
function tradeOf(placed: PlacedOrder): { readonly tradeId: string; readonly transactionHash: string } | null {
  if (!('tradedAt' in placed) || placed.tradeNumber === null) return null;
  const tradeId = tradeIdOf(placed.tradedAt, placed.tradeNumber);
  return { tradeId, transactionHash: transactionHashOf(tradeId) };
}

export function refusedResult({ error, code, details }: OrderRefusal): PlaceOrderResult {
  return {
    success: false,
    errorMsg: error,
    orderID: '',
    takingAmount: '',
    makingAmount: '',
    status: 'error',
    code,
    ...(details === undefined ? {} : { details }),
  };
}

/**
 * The same signed order again is never placed twice. The caller gets the state of the first, unless that is archived. Source:
 * interface, Matching.
 */
export function duplicateResult(orderId: string, first: FirstAnswer | undefined): PlaceOrderResult {
  if (first === undefined) return { ...refusedResult(tooOld(orderId)), orderID: orderId };
  return {
    ...refusedResult({ error: `order ${orderId} is invalid. Duplicated.`, code: 'duplicate_order' }),
    orderID: orderId,
    status: first.status,
    ...amounts(first.side, first.filledMicros, first.usdcMicros, first.feeMicros),
  };
}
