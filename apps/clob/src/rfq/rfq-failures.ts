import { HttpFailure } from '@foretell/platform-server';
import type { SignatureRefusal } from '@foretell/signing';
import type { OrderRefusal } from '../orders/order-refusal';

export function noSuchRequest(requestId: string): HttpFailure {
  return new HttpFailure(404, 'no such request', 'rfq_request_not_found', { requestId });
}

export function noSuchQuote(quoteId: string): HttpFailure {
  return new HttpFailure(404, 'no such quote', 'rfq_quote_not_found', { quoteId });
}

export function requestOver(state: string): HttpFailure {
  return new HttpFailure(400, 'the request is no longer open', 'rfq_request_over', { state });
}

export function quoteOver(state: string): HttpFailure {
  return new HttpFailure(400, 'the quote is no longer open', 'rfq_quote_over', { state });
}

export function notAccepted(state: string): HttpFailure {
  return new HttpFailure(400, 'the quote is not waiting for approval', 'rfq_quote_not_accepted', { state });
}

export function ownRequest(): HttpFailure {
  return new HttpFailure(400, 'a request cannot be quoted by its own address or wallet', 'rfq_self_trade');
}

export function quotedBefore(quoteId: string): HttpFailure {
  return new HttpFailure(400, 'cancel your open quote for this request first', 'rfq_quote_exists', { quoteId });
}

/** A term is invalid. */
export function mismatch(field: string, given: string, expected: string, more: object = {}): HttpFailure {
  return new HttpFailure(400, `${field} must be ${expected}, not ${given}`, 'rfq_mismatch', { field, given, expected, ...more });
}

/** The caller has no wallet of that type. The reason is that of an order. */
export function walletNotLinked(userType: number): HttpFailure {
  const reason: SignatureRefusal = 'wallet_not_linked';
  return mismatch('userType', String(userType), '0, or the type of a linked wallet', { reason });
}

export function tooMany(what: 'requests' | 'quotes', maximum: number, retryAfterSeconds: number): HttpFailure {
  const details = { maximum, retryAfterSeconds };
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return new HttpFailure(429, `too many open ${what}: the maximum is ${maximum}`, `too_many_rfq_${what}`, details, headers);
}

/** The refusal of an order or its terms, as the response to the request. */
export function refusal({ error, code, details }: OrderRefusal): HttpFailure {
  return new HttpFailure(400, error, code, details);
}
