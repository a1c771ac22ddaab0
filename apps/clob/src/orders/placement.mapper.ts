import type { PlaceOrderResult } from '@foretell/contracts';
import type { Placed, Side } from '@foretell/exchange';
import { formatMicros, minus, plus, type SizeMicros, type UsdcMicros } from '@foretell/units';
import type { FirstAnswer } from './first-answers.query';
import { tooOld, type OrderRefusal } from './order-refusal';

/** What an order gave and what it received, fees included; empty strings when nothing matched. Source: protocol 6.1. */
function amounts(
  side: Side,
  filledMicros: SizeMicros,
  usdcMicros: UsdcMicros,
  feeMicros: UsdcMicros,
): Pick<PlaceOrderResult, 'makingAmount' | 'takingAmount'> {
  if (filledMicros === 0) return { makingAmount: '', takingAmount: '' };
  const shares = formatMicros(filledMicros);
  return side === 'BUY'
    ? { makingAmount: formatMicros(plus(usdcMicros, feeMicros)), takingAmount: shares }
    : { makingAmount: shares, takingAmount: formatMicros(minus(usdcMicros, feeMicros)) };
}

export function placedResult(
  side: Side,
  { orderId, status, filledMicros, filledUsdcMicros, feeMicros }: Placed,
): PlaceOrderResult {
  return { success: true, errorMsg: '', orderID: orderId, ...amounts(side, filledMicros, filledUsdcMicros, feeMicros), status };
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
 * The same signed order again: never placed twice, and the caller learns what became of the first, unless that is archived.
 * Source: decisions, Matching.
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
