import { Inject, Injectable } from '@nestjs/common';
import type { CreateRfqQuote, CreateRfqRequest, RfqConfig, RfqQuoteCreated, RfqRequestCreated } from '@foretell/contracts';
import { signedRequestId, type AuthenticatedCaller } from '@foretell/platform-auth';
import { SteadyClock } from '@foretell/platform-server';
import type { Address } from '@foretell/signing';
import { formatMicros, sizeMicros } from '@foretell/units';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { BarredOffers } from './rfq-barred.query';
import {
  mismatch,
  noSuchQuote,
  noSuchRequest,
  ownRequest,
  quoteOver,
  requestOver,
  tooMany,
  walletNotLinked,
} from './rfq-failures';
import { RfqExecution } from './rfq-execution.service';
import { quoteState, REQUEST_TTL_MILLIS, requestState } from './rfq-states';
import { RfqStore } from './rfq.store';
import { isOpposite, termsOf, type RfqTerms } from './rfq-terms';

/** Open requests of one address. */
const OPEN_REQUESTS_MAX = 10;
const OPEN_QUOTES_MAX = 100;
/** The digits of a version 4 UUID, without version and variant. */
const DIGEST_PARTS = /^(.{8})(.{4})(.{3})(.{3})(.{12})/;

/** Requests and quotes until one is accepted: intents without money. Source: docs/decisions/rfq.md. */
@Injectable()
export class RfqService {
  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    private readonly time: SteadyClock,
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
    private readonly barred: BarredOffers,
    private readonly store: RfqStore,
    private readonly execution: RfqExecution,
  ) {}

  limits(): RfqConfig {
    return {
      requestTtlSeconds: REQUEST_TTL_MILLIS / 1_000,
      quoteAcceptTtlSeconds: this.config.bounds.approvalMillis / 1_000,
      openRequestsMax: OPEN_REQUESTS_MAX,
      openQuotesMax: OPEN_QUOTES_MAX,
      quotesPerRequestMax: 1,
    };
  }

  request(caller: AuthenticatedCaller, body: CreateRfqRequest): Promise<RfqRequestCreated> {
    return this.store.alone(caller.address, async () => {
      const id = idOf(caller);
      const expiresAt = (await this.store.request(id))?.expiresAt ?? (await this.createRequest(caller, body, id));
      return { requestId: id, expiry: Math.floor(expiresAt / 1_000) };
    });
  }

  quote(caller: AuthenticatedCaller, body: CreateRfqQuote): Promise<RfqQuoteCreated> {
    return this.store.alone(caller.address, async () => {
      const id = idOf(caller);
      if ((await this.store.quote(id)) === null) await this.createQuote(caller, body, id);
      return { quoteId: id };
    });
  }

  /** Only before a quote is accepted. A repetition changes nothing. */
  async cancelRequest(caller: AuthenticatedCaller, requestId: string): Promise<void> {
    const now = this.time.now();
    if ((await this.store.request(requestId))?.address !== caller.address) throw noSuchRequest(requestId);
    if (await this.store.cancelRequest(requestId, now)) return;
    const request = await this.store.request(requestId);
    const state = request === null ? '' : requestState(request, now);
    if (state !== 'STATE_USER_CANCELED') throw requestOver(state);
  }

  /** Before it is accepted, or after: then the reservation ends. */
  async cancelQuote(caller: AuthenticatedCaller, quoteId: string): Promise<void> {
    const now = this.time.now();
    if ((await this.store.quote(quoteId))?.address !== caller.address) throw noSuchQuote(quoteId);
    if (await this.store.cancelQuote(quoteId, now)) return;
    const quote = await this.store.quote(quoteId);
    if (quote === null) throw noSuchQuote(quoteId);
    const state = quoteState(quote.state, quote.request, now);
    if (state === 'STATE_MAKER_CANCELED' || state === 'STATE_MAKER_REJECTED_CANCELED') return;
    if (state !== 'STATE_REQUEST_ACCEPTED_QUOTE') throw quoteOver(state);
    await this.execution.reject(caller, quote);
  }

  /** Returns when it expires. */
  private async createRequest(caller: AuthenticatedCaller, body: CreateRfqRequest, id: string): Promise<number> {
    const { address } = caller;
    const { wallet, terms } = await this.offer(caller, body);
    const now = this.time.now();
    const { count, nextEndAt } = await this.store.openRequests(address, now);
    if (count >= OPEN_REQUESTS_MAX) throw tooMany('requests', OPEN_REQUESTS_MAX, secondsUntil(nextEndAt, now));
    const expiresAt = now + REQUEST_TTL_MILLIS;
    await this.store.createRequest({ id, address, wallet, terms, now }, expiresAt);
    return expiresAt;
  }

  private async createQuote(caller: AuthenticatedCaller, body: CreateRfqQuote, id: string): Promise<void> {
    const { address } = caller;
    const { wallet, terms } = await this.offer(caller, body);
    const now = this.time.now();
    const request = await this.store.request(body.requestId);
    if (request === null) throw noSuchRequest(body.requestId);
    const state = requestState(request, now);
    if (state !== 'STATE_ACCEPTING_QUOTES') throw requestOver(state);
    if (request.address === address || request.wallet === wallet) throw ownRequest();
    if (request.conditionId !== terms.entry.conditionId) throw mismatch('token', body.assetIn, 'a token of the request’s market');
    if (!isOpposite(terms, request)) throw mismatch('side', terms.side, 'the other side of the request');
    const [given, most] = [formatMicros(terms.sizeMicros), formatMicros(sizeMicros(request.sizeMicros))];
    if (terms.sizeMicros > request.sizeMicros) throw mismatch('size', given, `at most ${most}`);
    await this.barred.requireAllowed(request);
    const { count, nextEndAt } = await this.store.openQuotes(address, now);
    if (count >= OPEN_QUOTES_MAX) throw tooMany('quotes', OPEN_QUOTES_MAX, secondsUntil(nextEndAt, now));
    await this.store.createQuote({ id, address, wallet, terms, now }, body.requestId);
  }

  private async offer(caller: AuthenticatedCaller, body: CreateRfqRequest): Promise<{ wallet: Address; terms: RfqTerms }> {
    this.engine.requireViews();
    await this.links.current();
    const terms = termsOf(body, this.directory);
    const wallet = this.links.tradingWalletOf(caller.address, String(body.userType));
    // Its order would be refused for the same reason.
    if (body.userType !== 0 && wallet === caller.address) throw walletNotLinked(body.userType);
    await this.barred.requireAllowed({ wallet, side: terms.side });
    return { wallet, terms };
  }
}

/** A UUID of the signed request: the same bytes again are the same request or quote. */
function idOf(caller: AuthenticatedCaller): string {
  const [, a, b, c, d, e] = DIGEST_PARTS.exec(signedRequestId(caller)) ?? [];
  return [a, b, `4${c}`, `8${d}`, e].join('-');
}

function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1_000));
}
