import { REJECT_REASONS, type RejectReason, type Rejected } from '@foretell/exchange';
import { SIGNATURE_REFUSALS } from '@foretell/signing';
import { badSignature, banned, invalidExpiration, offTick, rejection, subjectOf, tooLarge } from './order-refusal';

const ID = `0x${'1'.repeat(64)}`;

interface Row {
  readonly details: Rejected['details'];
  readonly error: string;
  readonly shown: Readonly<Record<string, unknown>>;
}

/** The public text of every reason, and the public form of its details. Source: protocol 6.3. */
const ROWS: { readonly [R in RejectReason]: Row } = {
  duplicate_order: {
    details: { orderId: ID, status: 'live' },
    error: `order ${ID} is invalid. Duplicated.`,
    shown: { orderId: ID, status: 'live' },
  },
  unknown_market: { details: {}, error: 'condition is not registered', shown: {} },
  market_exists: { details: {}, error: 'the market exists already', shown: {} },
  market_resolved: { details: { status: 'resolved' }, error: 'the market is resolved', shown: { status: 'resolved' } },
  market_closed: { details: { status: 'closed' }, error: 'the market is closed', shown: { status: 'closed' } },
  duplicate_step: { details: { reference: 't-1' }, error: 'the step was done before', shown: { reference: 't-1' } },
  resolution_proposed: {
    details: { stage: 'proposed' },
    error: 'a result of the market is already proposed',
    shown: { stage: 'proposed' },
  },
  wrong_stage: {
    details: { stage: null, needs: 'proposed' },
    error: 'the result of the market is not in the stage that the step needs',
    shown: { stage: null, needs: 'proposed' },
  },
  another_result: {
    details: { resolution: 'outcome1' },
    error: 'another result of the market is proposed',
    shown: { resolution: 'outcome1' },
  },
  dispute_window_open: {
    details: { untilMillis: 60_001 },
    error: 'the dispute window of the result is open',
    shown: { until: '61' },
  },
  same_operator: {
    details: { proposedBy: 'ann' },
    error: 'the proposer of a result cannot finalise it',
    shown: { proposedBy: 'ann' },
  },
  market_not_accepting: {
    details: { status: 'paused' },
    error: 'the market is not yet ready to process new orders',
    shown: { status: 'paused' },
  },
  invalid_terms: { details: {}, error: 'the market terms are invalid', shown: {} },
  invalid_price: {
    details: { pricePips: 1, minimumPips: 100, maximumPips: 9_900 },
    error: `order ${ID} is invalid. Price (0.42) is not between the tick and 1 less the tick`,
    shown: { price: '0.0001', minimum: '0.01', maximum: '0.99' },
  },
  price_off_tick: {
    details: { pricePips: 4_210, tickPips: 100, nearestPips: 4_200 },
    error: `order ${ID} is invalid. Price (0.42) breaks minimum tick size rule: 0.01`,
    shown: { price: '0.421', tick: '0.01', nearest: '0.42' },
  },
  size_too_large: {
    details: { sizeMicros: 2_000_000 },
    error: `order ${ID} is invalid. Size (3) is larger than the maximum`,
    shown: { size: '2' },
  },
  size_too_small: {
    details: { minimumMicros: 5_000_000 },
    error: `order ${ID} is invalid. Size (3) lower than the minimum: 5`,
    shown: { minimum: '5' },
  },
  invalid_expiration: {
    details: { expiresAtMillis: null, earliestMillis: 60_001 },
    error: 'invalid expiration',
    shown: { expiresAtMillis: null, earliest: '61' },
  },
  post_only_order_type: {
    details: { orderType: 'FOK' },
    error: 'invalid post-only order: only GTC and GTD orders can be post-only',
    shown: { orderType: 'FOK' },
  },
  unknown_order: { details: {}, error: 'Order not found or already canceled', shown: {} },
  order_delayed: { details: {}, error: 'the order is delayed and cannot be canceled', shown: {} },
  quote_not_waiting: {
    details: { counterOrderId: '0xab', status: 'canceled' },
    error: 'the accepted quote is no longer waiting for approval',
    shown: { counterOrderId: '0xab', status: 'canceled' },
  },
  quote_mismatch: {
    details: { counterOrderId: '0xab' },
    error: 'the order does not match the other side of the accepted quote',
    shown: { counterOrderId: '0xab' },
  },
  not_enough_balance: {
    details: { haveMicros: 1_500_000, lockedMicros: 0, needMicros: 10_000_000_000 },
    error: 'not enough balance / allowance',
    shown: { have: '1.5', locked: '0', need: '10000' },
  },
  post_only_crosses: {
    details: { pricePips: 4_200 },
    error: 'invalid post-only order: order crosses book',
    shown: { price: '0.42' },
  },
  fok_not_filled: {
    details: { pricePips: 4_200 },
    error: "order couldn't be fully filled. FOK orders are fully filled or killed.",
    shown: { price: '0.42' },
  },
  too_many_open_orders: {
    details: { open: 5_000, maximum: 5_000 },
    error: 'too many open orders: the maximum is 5000',
    shown: { open: 5_000, maximum: 5_000 },
  },
  too_many_market_orders: {
    details: { open: 1_000, maximum: 1_000 },
    error: 'too many open orders in this market: the maximum is 1000',
    shown: { open: 1_000, maximum: 1_000 },
  },
  fok_too_many_fills: {
    details: { fillsMax: 1_000 },
    error: "order couldn't be fully filled. FOK orders are fully filled or killed. It would take more than 1000 fills.",
    shown: { fillsMax: 1_000 },
  },
  fak_no_match: {
    details: { pricePips: 4_200 },
    error: 'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
    shown: { price: '0.42' },
  },
};

describe('the public form of a rejection', () => {
  it.each(REJECT_REASONS)('%s has its text, its code and its details', (reason) => {
    const { details, error, shown } = ROWS[reason];
    const rejected = { type: 'rejected', reason, details } as const;
    expect(rejection(subjectOf(ID), rejected, '0.42', '3')).toEqual({ error, code: reason, details: shown });
  });

  it.each(SIGNATURE_REFUSALS)('of the signature for %s names the reason, or who should have signed', (reason) => {
    const context = { domain: { name: 'x' }, signer: '0x1', maker: '0x2', recovered: '0x3' };
    const refusal = badSignature(reason, context);
    if (reason === 'signer_is_not_caller')
      expect(refusal).toMatchObject({ code: 'owner_address_mismatch', details: { signer: '0x1' } });
    else
      expect(refusal).toEqual({ error: 'invalid order signature', code: 'invalid_signature', details: { reason, ...context } });
  });

  it('says what to change', () => {
    expect(offTick(subjectOf(ID), '0.421', 100, 4_200)).toMatchObject({ details: { nearest: '0.42' } });
    expect(offTick(subjectOf(ID), '0.421', 100, null).details).not.toHaveProperty('nearest');
    expect(invalidExpiration(60_001)).toMatchObject({ details: { earliest: '61' } });
    expect(tooLarge('makerAmount').error).toContain('order.makerAmount');
    expect(tooLarge('amountIn', 'amountIn').error).toContain('payload: amountIn is larger');
    const details = { address: '0x1' };
    expect(banned({ type: 'barred', reason: 'user_banned', details })).toEqual({
      error: "'0x1' address banned",
      code: 'user_banned',
      details,
    });
  });
});
