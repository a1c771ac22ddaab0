import type { OrderType, RejectReason, Rejected } from '@foretell/exchange';
import { barredText } from '../engine/barred';
import type { Barred } from '../engine/submission';
import type { SignatureRefusal } from '@foretell/signing';
import { formatMicros, formatPips, pricePips, tickPips, usdcMicros } from '@foretell/units';

/** Why an order was rejected: the public text, a stable code, and details for the caller. Source: protocol 6.3. */
export interface OrderRefusal {
  readonly error: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function malformed(faults: readonly string[]): OrderRefusal {
  return { error: `Invalid order payload: ${faults.join('; ')}`, code: 'invalid_payload', details: { faults } };
}

export function wrongOwner(owner: string, apiKey: string): OrderRefusal {
  return {
    error: 'the order owner has to be the owner of the API KEY',
    code: 'owner_mismatch',
    details: { owner, expected: apiKey },
  };
}

export function unknownToken(tokenId: string): OrderRefusal {
  return { error: 'token is not registered', code: 'unknown_token', details: { tokenId } };
}

export function wrongCondition(conditionId: string, expected: string): OrderRefusal {
  return { error: 'condition is not registered for this token', code: 'condition_mismatch', details: { conditionId, expected } };
}

export function tooLarge(field: string, path = `order.${field}`): OrderRefusal {
  return {
    error: `Invalid order payload: ${path} is larger than 1000000000000000 (a billion units)`,
    code: 'amount_too_large',
    details: { field, maximum: '1000000000000000' },
  };
}

export function notPositive(field: string): OrderRefusal {
  return { error: `Invalid order payload: order.${field} must be positive`, code: 'amount_not_positive', details: { field } };
}

/** The subject is the order by its id, or what else states a price. */
export function offTick(subject: string, price: string, tick: number, nearestPips: number | null): OrderRefusal {
  return {
    error: `${subject} is invalid. Price (${price}) breaks minimum tick size rule: ${formatPips(tickPips(tick))}`,
    code: 'price_off_tick',
    details: {
      price,
      tick: formatPips(tickPips(tick)),
      ...(nearestPips === null ? {} : { nearest: formatPips(pricePips(nearestPips)) }),
    },
  };
}

/** By the earliest time that is allowed, Unix ms, or by the form of the field for the order's type. */
export function invalidExpiration(problem: number | OrderType): OrderRefusal {
  const details =
    typeof problem === 'number'
      ? { earliest: String(Math.ceil(problem / 1_000)) }
      : { expected: problem === 'GTD' ? 'Unix seconds' : '"0" or none unless the order is GTD' };
  return { error: 'invalid expiration', code: 'invalid_expiration', details };
}

export function banned(refusal: Barred): OrderRefusal {
  const { reason, details } = refusal;
  const error = barredText(refusal);
  // As the check of the signature says it.
  if (reason === 'wallet_not_linked') return { error, code: 'invalid_signature', details: { reason, maker: details.address } };
  return { error, code: reason, details };
}

/** Signed longer ago than the venue accepts orders, or so long ago that it may already have been placed. */
export function tooOld(orderId: string): OrderRefusal {
  return { error: `order ${orderId} is too old: sign a new one`, code: 'order_too_old' };
}

export function fromFuture(orderId: string): OrderRefusal {
  return { error: `order ${orderId} was signed in the future: set the clock and sign a new one`, code: 'order_from_future' };
}

/** Expected and actual signer and domain: enough to find a wrong domain or key, and nothing secret. */
export interface SignatureContext {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly signer: string;
  readonly maker: string;
  readonly recovered: string | null;
}

export function badSignature(reason: SignatureRefusal, context: SignatureContext): OrderRefusal {
  if (reason === 'signer_is_not_caller') {
    return {
      error: 'the order signer address has to be the address of the API KEY',
      code: 'owner_address_mismatch',
      details: { signer: context.signer },
    };
  }
  return { error: 'invalid order signature', code: 'invalid_signature', details: { reason, ...context } };
}

/** How texts name an order. */
export function subjectOf(orderId: string): string {
  return `order ${orderId}`;
}

/** The public form of a rejection by the exchange. The subject is the order by its id, or what else states a price and a size. */
export function rejection(subject: string, { reason, details }: Rejected, price: string, size: string): OrderRefusal {
  return { error: TEXTS[reason]({ subject, price, size, details }), code: reason, details: publicDetails(details) };
}

interface TextContext {
  readonly subject: string;
  readonly price: string;
  readonly size: string;
  readonly details: Rejected['details'];
}

const TEXTS: { readonly [R in RejectReason]: (context: TextContext) => string } = {
  duplicate_order: ({ subject }) => `${subject} is invalid. Duplicated.`,
  unknown_market: () => 'condition is not registered',
  market_exists: () => 'the market exists already',
  market_resolved: () => 'the market is resolved',
  market_closed: () => 'the market is closed',
  duplicate_step: () => 'the step was done before',
  resolution_proposed: () => 'a result of the market is already proposed',
  wrong_stage: () => 'the result of the market is not in the stage that the step needs',
  another_result: () => 'another result of the market is proposed',
  dispute_window_open: () => 'the dispute window of the result is open',
  same_operator: () => 'the proposer of a result cannot finalise it',
  market_not_accepting: () => 'the market is not yet ready to process new orders',
  invalid_terms: () => 'the market terms are invalid',
  invalid_price: ({ subject, price }) => `${subject} is invalid. Price (${price}) is not between the tick and 1 less the tick`,
  price_off_tick: ({ subject, price, details }) =>
    `${subject} is invalid. Price (${price}) breaks minimum tick size rule: ${pips(details['tickPips']) ?? ''}`,
  size_too_large: ({ subject, size }) => `${subject} is invalid. Size (${size}) is larger than the maximum`,
  size_too_small: tooSmall,
  invalid_expiration: () => 'invalid expiration',
  post_only_order_type: () => 'invalid post-only order: only GTC and GTD orders can be post-only',
  too_many_open_orders: ({ details }) => `too many open orders: the maximum is ${Number(details['maximum'])}`,
  too_many_market_orders: ({ details }) => `too many open orders in this market: the maximum is ${Number(details['maximum'])}`,
  unknown_order: () => 'Order not found or already canceled',
  order_delayed: () => 'the order is delayed and cannot be canceled',
  quote_not_waiting: () => 'the accepted quote is no longer waiting for approval',
  quote_mismatch: () => 'the order does not match the other side of the accepted quote',
  not_enough_balance: () => 'not enough balance / allowance',
  post_only_crosses: () => 'invalid post-only order: order crosses book',
  fok_not_filled: () => "order couldn't be fully filled. FOK orders are fully filled or killed.",
  fok_too_many_fills: ({ details }) =>
    `order couldn't be fully filled. FOK orders are fully filled or killed. It would take more than ${Number(details['fillsMax'])} fills.`,
  fak_no_match: () => 'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
};

/** A FOK or FAK BUY is measured by what it spends, every other order by its shares. */
function tooSmall({ subject, size, details }: TextContext): string {
  const minimum = micros(details['minimumMicros']) ?? '';
  const budget = micros(details['budgetMicros']);
  return budget === null
    ? `${subject} is invalid. Size (${size}) lower than the minimum: ${minimum}`
    : `${subject} is invalid. Size (${budget} USDC) lower than the minimum: ${minimum} USDC`;
}

/** Micros and pips as decimals; the unit is removed from the name. */
export function publicDetails(details: Rejected['details']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      if (name.endsWith('Micros')) return [name.slice(0, -'Micros'.length), micros(value)];
      if (name.endsWith('Pips')) return [name.slice(0, -'Pips'.length), pips(value)];
      if (name.endsWith('Millis') && typeof value === 'number')
        return [name.slice(0, -'Millis'.length), String(Math.ceil(value / 1_000))];
      return [name, value];
    }),
  );
}

function micros(value: unknown): string | null {
  return typeof value === 'number' ? formatMicros(usdcMicros(value)) : null;
}

function pips(value: unknown): string | null {
  // A bound may lie outside the prices of an order (0 or 1), so it is formatted as an amount.
  return typeof value === 'number' ? formatMicros(usdcMicros(value * 100)) : null;
}
