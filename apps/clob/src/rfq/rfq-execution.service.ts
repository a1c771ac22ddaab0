import { Inject, Injectable } from '@nestjs/common';
import type { RfqSignedOrder } from '@foretell/contracts';
import { flagBit, type Rejected } from '@foretell/exchange';
import type { AuthenticatedCaller } from '@foretell/platform-auth';
import { SteadyClock, Unavailable, type HttpFailure } from '@foretell/platform-server';
import { formatMicros, formatPips } from '@foretell/units';
import { tradeIdOf } from '@foretell/platform-nats/exchange-events';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import type { Settled } from '../engine/submission';
import { WalletLinks } from '../ledger/wallet-links';
import { banned, rejection, subjectOf } from '../orders/order-refusal';
import { PlacementService, type CheckedOrder } from '../orders/placement.service';
import { BarredOffers } from './rfq-barred.query';
import { mismatch, notAccepted, noSuchQuote, quoteOver, refusal, requestOver } from './rfq-failures';
import { RfqFates, type OrderFate } from './rfq-fates.query';
import type { QuoteRow } from './rfq-rows';
import { quoteState, requestState } from './rfq-states';
import { RfqStore, type Acceptance } from './rfq.store';
import { priceIn } from './rfq-terms';

/** Maximum delay until an accept sent to the writer starts. */
const FORWARD_MILLIS = 5_000;
const SETTLED_TOGETHER = 100;
const QUOTED = flagBit('quoted');
const SIGNATURE_TYPES = [0, 1, 2, 3] as const;

/**
 * Accepts and approvals: the steps that move money. The requester's order waits at the writer with reserved funds. The quoter's
 * order names it, and one command executes both. The state of the waiting order in the record is authoritative; the tables of
 * requests and quotes follow it. Source: docs/decisions/rfq.md.
 */
@Injectable()
export class RfqExecution {
  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    private readonly time: SteadyClock,
    private readonly engine: EngineService,
    private readonly placement: PlacementService,
    private readonly links: WalletLinks,
    private readonly barred: BarredOffers,
    private readonly fates: RfqFates,
    private readonly store: RfqStore,
  ) {}

  /** The requester accepts a quote. A repetition returns the same result. */
  async accept(caller: AuthenticatedCaller, body: RfqSignedOrder): Promise<void> {
    const quote = await this.quoteOf(body);
    if (quote.request.address !== caller.address) throw noSuchQuote(body.quoteId);
    const { request } = quote;
    const { outcome, side, wallet } = request;
    const checked = await this.order(caller, body, quote, { outcome, side, wallet });
    const acceptance = this.acceptanceOf(quote, checked.orderId);
    const isRepeated = request.acceptedQuoteId === quote.quoteId && request.orderId === checked.orderId;
    if (isRepeated && request.state === 'STATE_COMPLETED') return;
    if (!isRepeated || requestState(request, acceptance.now) !== 'STATE_QUOTE_ACCEPTED') {
      if (isRepeated && isExecuted(await this.settle(request.requestId))) return;
      requireOpen(quote, acceptance.now);
      await this.barred.requireAllowed(quote);
      await this.choose(caller, quote, acceptance, checked);
    }
    await this.hold(acceptance, checked, isRepeated);
  }

  /** The quoter approves: executes and returns the trade. A repetition returns the same trade. */
  async approve(caller: AuthenticatedCaller, body: RfqSignedOrder): Promise<readonly string[]> {
    const quote = await this.quoteOf(body);
    if (quote.address !== caller.address) throw noSuchQuote(body.quoteId);
    const { orderId: counterOrderId } = quote.request;
    const state = quoteState(quote.state, quote.request, this.time.now());
    if (counterOrderId === null) throw notAccepted(state);
    // Also past its time: while the exchange's time is ahead, the writer keeps the order longer than the tables show.
    if (state !== 'STATE_REQUEST_ACCEPTED_QUOTE') return this.executed(quote, notAccepted(state));
    const checked = await this.order(caller, body, quote, quote);
    const settled = await this.submit(checked, counterOrderId);
    if (settled.type === 'placed' && settled.tradeNumber !== null && 'tradedAt' in settled) {
      await this.end(quote.request.requestId, 'completed');
      return [tradeIdOf(settled.tradedAt, settled.tradeNumber)];
    }
    const failure = failureOf(settled, checked);
    // It may have been executed before, by this order or by another one.
    const isPerhapsOver = isDuplicate(settled) || (settled.type === 'rejected' && settled.reason === 'quote_not_waiting');
    if (!isPerhapsOver) throw failure;
    return this.executed(quote, failure);
  }

  /** The quoter rejects an accepted quote: ends the reservation. */
  async reject(caller: AuthenticatedCaller, quote: QuoteRow): Promise<void> {
    const { orderId, wallet } = quote.request;
    if (orderId === null) throw notAccepted(quote.state);
    // An order that no accept placed is the requester's own to cancel.
    if ((await this.fateOf(quote.request.requestId))?.status === 'delayed') {
      const command = { type: 'cancelOrder', orderId, wallet, withDelayed: true } as const;
      const { settled } = await this.engine.submitAll([{ command, from: caller.network }]);
      if (settled[0]?.type === 'canceled') return this.end(quote.request.requestId, 'rejected');
    }
    const fate = await this.settle(quote.request.requestId);
    throw quoteOver(fate?.status === 'matched' ? 'STATE_COMPLETED' : 'STATE_MAKER_REJECTED_EXPIRED');
  }

  /** Stores the outcome of accepted quotes whose time is over, if no request has stored it. */
  async settleOverdue(): Promise<void> {
    const overdue = await this.store.overdue(this.time.now(), SETTLED_TOGETHER);
    const fates = await this.fates.of(overdue.map(({ requestId }) => requestId));
    for (const { requestId } of overdue) await this.settleAs(requestId, fates.get(requestId));
  }

  /** One order is sent for one request: its outcome is that request's alone. */
  private choose(
    { address }: AuthenticatedCaller,
    { request }: QuoteRow,
    acceptance: Acceptance,
    checked: CheckedOrder,
  ): Promise<void> {
    return this.store.alone(address, async () => {
      const { orderId } = acceptance;
      // This request has sent no order yet: an order of an accept is another's.
      const isOfOther = (await this.store.isOfOther(request, orderId)) || (await this.fates.isOfAccept(orderId));
      if (isOfOther) throw duplicateOf(checked);
      await this.store.accept(acceptance);
    });
  }

  private async hold(acceptance: Acceptance, checked: CheckedOrder, isRepeated: boolean): Promise<void> {
    let settled: Settled;
    try {
      settled = await this.submit(checked);
    } catch (error) {
      // The command may have been executed, also for a repetition. Another repetition returns its outcome.
      const isUnknown = isRepeated || (error instanceof Unavailable && error.code === 'outcome_unknown');
      if (!isUnknown) await this.store.undoAccept(acceptance);
      throw error;
    }
    const { approvalMillis } = this.config.bounds;
    if (settled.type === 'placed') return this.store.waits({ ...acceptance, approveBy: this.time.now() + approvalMillis });
    if (!isDuplicate(settled)) {
      await this.store.undoAccept(acceptance);
      throw failureOf(settled, checked);
    }
    const fate = await this.fateOf(acceptance.requestId);
    // A repetition: the order waits, or was approved.
    if (fate?.status === 'delayed' || isExecuted(fate)) return;
    // Without an outcome the order was placed otherwise.
    if (!isRepeated || fate === undefined) await this.store.undoAccept(acceptance);
    throw failureOf(settled, checked);
  }

  private async submit(checked: CheckedOrder, counterOrderId?: string): Promise<Settled> {
    const { submission } = checked;
    if (submission.command.type !== 'placeOrder') throw new Error(`order ${checked.orderId} places nothing`);
    const named = counterOrderId === undefined ? {} : { counterOrderId };
    const command = { ...submission.command, flags: QUOTED, ...named };
    const { settled } = await this.engine.submitAll([{ ...submission, command }]);
    const [first] = settled;
    if (first === undefined) throw new Error(`order ${checked.orderId} was submitted and never settled`);
    return first;
  }

  /** The caller's signed order. It must match the quote, in the requester's or the quoter's token. */
  private async order(
    caller: AuthenticatedCaller,
    body: RfqSignedOrder,
    quote: QuoteRow,
    own: Pick<QuoteRow, 'outcome' | 'side' | 'wallet'>,
  ): Promise<CheckedOrder> {
    await this.links.current();
    const checked = await this.placement.checked(caller, this.itemOf(caller, body));
    if ('error' in checked) throw refusal(checked);
    const { command } = checked.submission;
    if (command.type !== 'placeOrder') throw new Error(`order ${checked.orderId} places nothing`);
    const expected: readonly (readonly [string, string, string])[] = [
      ['conditionId', command.conditionId, quote.request.conditionId],
      ['outcome', String(command.outcome), String(own.outcome)],
      ['side', command.side, own.side],
      ['maker', command.wallet, own.wallet],
      ['size', formatMicros(command.sizeMicros), formatMicros(quote.sizeMicros)],
      ['price', formatPips(command.pricePips), formatPips(priceIn(own.outcome, quote))],
    ];
    for (const [field, given, wanted] of expected) if (given !== wanted) throw mismatch(field, given, wanted);
    return checked;
  }

  /** The order in the format of POST /order. The crates send no signature type, and numbers instead of some strings. */
  private itemOf({ address }: AuthenticatedCaller, body: RfqSignedOrder): object {
    const { requestId: _request, quoteId: _quote, owner, expiration = 0, nonce, feeRateBps, ...order } = body;
    const isOfMaker = (type: number) => this.links.tradingWalletOf(address, String(type)) === order.maker.toLowerCase();
    const { signatureType = SIGNATURE_TYPES.find(isOfMaker) ?? 0 } = order;
    const texts = { expiration: String(expiration), ...textsOf({ nonce, feeRateBps }) };
    return { order: { ...order, signatureType, ...texts }, owner, orderType: texts.expiration === '0' ? 'GTC' : 'GTD' };
  }

  private async quoteOf({ quoteId, requestId }: RfqSignedOrder): Promise<QuoteRow> {
    const quote = await this.store.quote(quoteId);
    if (quote === null || quote.request.requestId !== requestId.toLowerCase()) throw noSuchQuote(quoteId);
    return quote;
  }

  private acceptanceOf({ quoteId, request: { requestId } }: QuoteRow, orderId: string): Acceptance {
    const now = this.time.now();
    const { approvalMillis } = this.config.bounds;
    return { requestId, quoteId, orderId, approveBy: now + approvalMillis + FORWARD_MILLIS, now };
  }

  /** The trade of an accepted quote; throws the failure when there is none. */
  private async executed({ quoteId, request }: QuoteRow, failure: HttpFailure): Promise<readonly string[]> {
    if (request.acceptedQuoteId !== quoteId) throw failure;
    const fate = await this.fateOf(request.requestId);
    // The accept may not have reached the writer yet.
    const isUnderWay = fate === undefined && requestState(request, this.time.now()) === 'STATE_QUOTE_ACCEPTED';
    if (!isUnderWay) await this.settleAs(request.requestId, fate);
    if (!isExecuted(fate)) throw failure;
    return [fate.tradeId];
  }

  private async settle(requestId: string): Promise<OrderFate | undefined> {
    const fate = await this.fateOf(requestId);
    await this.settleAs(requestId, fate);
    return fate;
  }

  private async fateOf(requestId: string): Promise<OrderFate | undefined> {
    return (await this.fates.of([requestId])).get(requestId);
  }

  /** Updates the tables from the record; an order that still waits is unchanged. */
  private async settleAs(requestId: string, fate: OrderFate | undefined): Promise<void> {
    if (fate?.status !== 'delayed') await this.end(requestId, isExecuted(fate) ? 'completed' : 'lapsed');
  }

  private end(requestId: string, how: keyof typeof ENDS): Promise<void> {
    const [requestEnd, quoteEnd] = ENDS[how];
    return this.store.end(requestId, requestEnd, quoteEnd, this.time.now());
  }
}

const ENDS = {
  completed: ['STATE_COMPLETED', 'STATE_COMPLETED'],
  rejected: ['STATE_INTERNAL_CANCELED', 'STATE_MAKER_REJECTED_CANCELED'],
  lapsed: ['STATE_INTERNAL_CANCELED', 'STATE_MAKER_REJECTED_EXPIRED'],
} as const;

function requireOpen({ state, request }: QuoteRow, now: number): void {
  const of = requestState(request, now);
  if (of !== 'STATE_ACCEPTING_QUOTES') throw requestOver(of);
  if (state !== 'STATE_REQUEST_QUOTED') throw quoteOver(state);
}

function isExecuted(fate: OrderFate | undefined): fate is OrderFate & { readonly tradeId: string } {
  return fate !== undefined && fate.tradeId !== null;
}

function textsOf(given: Readonly<Record<string, string | number | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function isDuplicate(settled: Settled): boolean {
  return settled.type === 'known' || (settled.type === 'rejected' && settled.reason === 'duplicate_order');
}

function failureOf(settled: Settled, checked: CheckedOrder): HttpFailure {
  if (settled.type === 'barred') return refusal(banned(settled));
  return settled.type === 'rejected' ? refusalOf(settled, checked) : duplicateOf(checked);
}

function duplicateOf(checked: CheckedOrder): HttpFailure {
  return refusalOf({ type: 'rejected', reason: 'duplicate_order', details: { orderId: checked.orderId } }, checked);
}

function refusalOf(rejected: Rejected, { orderId, price, parsed }: CheckedOrder): HttpFailure {
  return refusal(rejection(subjectOf(orderId), rejected, price, formatMicros(parsed.sizeMicros)));
}
