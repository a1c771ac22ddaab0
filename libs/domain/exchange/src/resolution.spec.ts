import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import type { Command, ProposeResolution, Resolution } from './command';
import { createExchange, restoreExchange } from './create-exchange';
import { USUAL_BOUNDS, type Exchange } from './exchange';
import { agreesWithNaive } from './model/properties';

const RULES = { gtdMinimumMillis: 0, bounds: USUAL_BOUNDS };
const TERMS = { tickPips: 100, minimumSizeMicros: sizeMicros(0), feeRateBps: 0, feeExponent: 1, delayMillis: 0 };
const step = (at: number, by: string, reference: string) => ({
  at: unixMillis(at),
  conditionId: 'm',
  by,
  reference,
  note: `${by} at ${at}`,
});
const propose = (at: number, more: Partial<ProposeResolution> = {}): Command => ({
  ...step(at, 'ann', `p${at}`),
  type: 'proposeResolution',
  resolution: 'outcome0',
  source: 'https://a.example/1',
  windowMillis: 100,
  ...more,
});
const dispute = (at: number): Command => ({ ...step(at, 'cem', `d${at}`), type: 'disputeResolution' });
const finalize = (at: number, graceMillis = 50, resolution: Resolution = 'outcome0'): Command => ({
  ...step(at, 'ben', `f${at}`),
  type: 'finalizeResolution',
  resolution,
  graceMillis,
});
const reverse = (at: number): Command => ({ ...step(at, 'cem', `r${at}`), type: 'reverseResolution' });
const wait = (at: number): Command => ({ type: 'advanceTime', at: unixMillis(at) });

/** Two holders: alice of YES, bob of NO. */
function opened(stepMax = USUAL_BOUNDS.stepMax): Exchange {
  const exchange = createExchange({ ...RULES, bounds: { ...USUAL_BOUNDS, stepMax } });
  const at = unixMillis(0);
  exchange.apply({ type: 'openMarket', at, conditionId: 'm', ...TERMS, acceptingOrders: true });
  for (const wallet of ['alice', 'bob']) {
    exchange.apply({ type: 'credit', at, wallet, amountMicros: usdcMicros(10) });
    exchange.apply({ type: 'splitPosition', at, wallet, conditionId: 'm', sizeMicros: sizeMicros(10) });
  }
  return exchange;
}

/** Applies all; each must be done. */
function taken(exchange: Exchange, ...commands: Command[]): Exchange {
  for (const command of commands) expect(exchange.apply(command)).toEqual({ type: 'done' });
  exchange.checkInvariants();
  return exchange;
}
const stateOf = (exchange: Exchange): unknown => {
  const [market] = exchange.snapshot().markets;
  return [market?.status, market?.proposal?.stage ?? null, market?.proposal?.until ?? null, exchange.nextDueAt()];
};
const cashOf = (exchange: Exchange): number[] =>
  ['alice', 'bob'].map((wallet) => exchange.balance(wallet, null)?.availableMicros ?? 0);

describe('a resolution as a process', () => {
  it('walks from a proposal over an objection and a reversal to the payout', () => {
    const exchange = opened();
    const walk: [Command, unknown[]][] = [
      [propose(10), ['closed', 'proposed', 110, null]],
      [dispute(20), ['closed', 'disputed', null, null]],
      [propose(30, { resolution: 'outcome1' }), ['closed', 'proposed', 130, null]],
      [finalize(130, 50, 'outcome1'), ['closed', 'finalized', 180, 180]],
      [reverse(179), ['closed', 'reversed', null, null]],
      [propose(200), ['closed', 'proposed', 300, null]],
      [finalize(300), ['closed', 'finalized', 350, 350]],
      [wait(349), ['closed', 'finalized', 350, 350]],
      [wait(350), ['resolved', null, null, null]],
    ];
    for (const [command, state] of walk) {
      expect(cashOf(exchange)).toEqual([0, 0]);
      taken(exchange, command);
      expect(stateOf(exchange)).toEqual(state);
    }
    expect(cashOf(exchange)).toEqual([10, 10]);
    expect(exchange.apply(reverse(351))).toMatchObject({ type: 'rejected', reason: 'market_resolved' });
  });

  it('reports each step, and with the payout the result that is paid', () => {
    const exchange = opened();
    exchange.drain();
    taken(exchange, propose(10), finalize(110), wait(160));
    const changed = exchange.drain().facts.filter(({ type }) => type === 'marketChanged');
    const proposal = { resolution: 'outcome0', proposedBy: 'ann', proposedAt: 10, source: 'https://a.example/1' };
    expect(changed).toMatchObject([
      { at: 10, status: 'closed', resolution: null, proposal: { ...proposal, stage: 'proposed', by: 'ann', at: 10 } },
      { at: 110, status: 'closed', resolution: null, proposal: { ...proposal, stage: 'finalized', by: 'ben', until: 160 } },
      { at: 160, status: 'resolved', resolution: 'outcome0', proposal: { ...proposal, stage: 'finalized', by: 'ben' } },
    ]);
  });

  it('cancels the open orders, as a close does', () => {
    const exchange = opened();
    const order = { orderId: 'o', wallet: 'alice', conditionId: 'm', outcome: 0, side: 'SELL', orderType: 'GTC' } as const;
    const terms = { pricePips: 5_000, sizeMicros: 5, budgetMicros: null, flags: 0, expiresAt: null };
    exchange.apply({ type: 'placeOrder', at: unixMillis(1), ...order, ...terms } as Command);
    taken(exchange, propose(10));
    expect(exchange.order('o')).toMatchObject({ status: 'canceled', closeReason: 'market closed' });
  });

  it('pays at once without a grace period, and half to both sides', () => {
    const exchange = taken(opened(), propose(10, { resolution: 'half', windowMillis: 0 }), finalize(10, 0, 'half'));
    expect(stateOf(exchange)).toEqual(['resolved', null, null, null]);
    expect(cashOf(exchange)).toEqual([10, 10]);
  });

  it('pays a step with every command once it is due, and nobody twice', () => {
    const exchange = taken(opened(1), propose(10), finalize(110));
    taken(exchange, wait(160));
    expect(stateOf(exchange)).toEqual(['closed', 'finalized', 160, 160]);
    expect(exchange.apply(reverse(160))).toMatchObject({ type: 'rejected', reason: 'market_resolved' });
    expect(stateOf(exchange)).toEqual(['resolved', null, null, null]);
    expect(cashOf(exchange)).toEqual([10, 10]);
  });

  it('does a repeated step once, and the next under its reference', () => {
    const exchange = taken(opened(), propose(10, { reference: 't' }), dispute(20));
    expect(exchange.apply(propose(30, { reference: 't' }))).toMatchObject({ type: 'rejected', reason: 'duplicate_step' });
    taken(exchange, propose(30, { reference: 'u' }));
  });

  it.each([
    ['proposed', [propose(10)]],
    ['disputed', [propose(10), dispute(20)]],
    ['finalized', [propose(10), finalize(110)]],
    ['reversed', [propose(10), finalize(110), reverse(120)]],
  ] as const)('is restored when %s, and goes on to the payout', (stage, commands) => {
    const exchange = taken(opened(), ...commands);
    const restored = restoreExchange(exchange.snapshot(), RULES);
    expect(stateOf(restored)).toEqual(stateOf(exchange));
    expect(restored.snapshot().markets[0]?.proposal?.stage).toBe(stage);
    const rest = stage === 'finalized' ? [] : stage === 'proposed' ? [finalize(200)] : [propose(130), finalize(230)];
    for (const each of [exchange, restored]) taken(each, ...rest, wait(1_000));
    expect(cashOf(restored)).toEqual([10, 10]);
    expect(restored.stateHash()).toBe(exchange.stateHash());
  });

  it('agrees with the reference model while some holders of a due payout are paid and others are not', () => {
    const at = unixMillis(0);
    const credits = ['alice', 'bob', 'carol', 'dave'].map((wallet): Command => ({
      type: 'credit',
      at,
      wallet,
      amountMicros: usdcMicros(1_000),
    }));
    const splits = ['bob', 'carol'].map((wallet): Command => ({
      type: 'splitPosition',
      at,
      wallet,
      conditionId: 'm',
      sizeMicros: sizeMicros(100),
    }));
    const buys = (['dave', 'alice'] as const).map((wallet, index): Command => ({
      type: 'placeOrder',
      at,
      orderId: wallet,
      wallet,
      conditionId: 'm',
      outcome: index === 0 ? 0 : 1,
      side: 'BUY',
      orderType: 'GTC',
      pricePips: pricePips(5_000),
      sizeMicros: sizeMicros(100),
      budgetMicros: null,
      flags: 0,
      expiresAt: null,
    }));
    const open: Command = { type: 'openMarket', at, conditionId: 'm', ...TERMS, acceptingOrders: true };
    // An even number of commands has small steps: alice, bob and carol are paid, and dave, who holds only YES, is not.
    agreesWithNaive([open, ...credits, ...splits, ...buys, propose(0, { windowMillis: 0 }), finalize(0, 15), wait(15)]);
  });
});
