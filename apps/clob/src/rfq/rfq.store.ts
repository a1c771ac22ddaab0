import { Inject, Injectable } from '@nestjs/common';
import type { RfqQuoteState, RfqRequestState } from '@foretell/contracts';
import { DATABASE_POOL, inTransaction, PrismaService, type Pool } from '@foretell/platform-prisma';
import { KeyedTurns } from '@foretell/platform-server';
import type { Address } from '@foretell/signing';
import { noSuchRequest, quotedBefore, quoteOver, requestOver } from './rfq-failures';
import { LOCK_OFFERS } from './rfq-lock.query';
import { quoteRow, requestRow, type QuoteRow, type RequestRow } from './rfq-rows';
import { activeQuotes, activeRequests } from './rfq-states';
import { priceIn, type RfqTerms } from './rfq-terms';

/** The address and terms of a request or quote. */
export interface Offered {
  readonly id: string;
  readonly address: Address;
  readonly wallet: Address;
  readonly terms: RfqTerms;
  readonly now: number;
}

/** An accepted quote that is sent to the writer. */
export interface Acceptance {
  readonly requestId: string;
  readonly quoteId: string;
  readonly orderId: string;
  readonly approveBy: number;
  readonly now: number;
}

/** How long an ended request can be looked up. */
const REMEMBERED_MILLIS = 7 * 86_400_000;
/** More than the clocks of two processes differ by. */
export const CLOCKS_APART_MILLIS = 60_000;
const ACCEPTING = 'STATE_ACCEPTING_QUOTES' satisfies RfqRequestState;
const ACCEPTED = 'STATE_QUOTE_ACCEPTED' satisfies RfqRequestState;
const QUOTED = 'STATE_REQUEST_QUOTED' satisfies RfqQuoteState;
const CHOSEN = 'STATE_REQUEST_ACCEPTED_QUOTE' satisfies RfqQuoteState;

/**
 * Stores requests and quotes. Every change names the previous state, so that one of two concurrent changes is refused. The row
 * of a request is the lock for its quotes. Source: docs/decisions/rfq.md.
 */
@Injectable()
export class RfqStore {
  private readonly turns = new KeyedTurns(1);

  constructor(
    private readonly prisma: PrismaService,
    @Inject(DATABASE_POOL) private readonly pool: Pool,
  ) {}

  /**
   * Runs `work` when no other does for the address, on any replica: what it reads stays true until it has written. Each address
   * takes at most one connection of this process to wait for the lock, of another pool than Prisma's, which `work` needs.
   */
  alone<T>(address: Address, work: () => Promise<T>): Promise<T> {
    return this.turns.run(address, () =>
      inTransaction(this.pool, async (client) => {
        await client.query({ ...LOCK_OFFERS, values: [address] });
        return work();
      }),
    );
  }

  async request(requestId: string): Promise<RequestRow | null> {
    const row = await this.prisma.clobRfqRequest.findUnique({ where: { requestId } });
    return row && requestRow(row);
  }

  async quote(quoteId: string): Promise<QuoteRow | null> {
    const row = await this.prisma.clobRfqQuote.findUnique({ where: { quoteId }, include: { request: true } });
    return row && quoteRow(row);
  }

  /** How many open requests an address has, and when the first of them ends. */
  async openRequests(address: Address, now: number): Promise<{ readonly count: number; readonly nextEndAt: number }> {
    const where = { address, ...activeRequests(now) };
    const { _count, _min } = await this.prisma.clobRfqRequest.aggregate({ where, _count: true, _min: { expiresAt: true } });
    return { count: _count, nextEndAt: Number(_min.expiresAt ?? now) };
  }

  async openQuotes(address: Address, now: number): Promise<{ readonly count: number; readonly nextEndAt: number }> {
    const where = { address, ...activeQuotes(now) };
    const count = await this.prisma.clobRfqQuote.count({ where });
    const next = await this.prisma.clobRfqQuote.findFirst({
      where,
      orderBy: { request: { expiresAt: 'asc' } },
      select: { request: { select: { expiresAt: true } } },
    });
    return { count, nextEndAt: Number(next?.request.expiresAt ?? now) };
  }

  async createRequest({ id, now, ...offered }: Offered, expiresAt: number): Promise<void> {
    await this.prisma.clobRfqRequest.deleteMany({ where: { createdAt: { lt: now - REMEMBERED_MILLIS } } });
    const { conditionId } = offered.terms.entry;
    await this.prisma.clobRfqRequest.create({
      data: { requestId: id, conditionId, state: ACCEPTING, expiresAt, ...columnsOf({ ...offered, now }) },
    });
  }

  /** Throws 400 unless the request accepts quotes, or when the address has an open quote on it. */
  async createQuote({ id, now, ...offered }: Offered, requestId: string): Promise<void> {
    await this.prisma.$transaction(async (client) => {
      const open = { requestId, state: ACCEPTING, expiresAt: { gt: now } };
      // Writes the row, so that any other change of it waits.
      const { count } = await client.clobRfqRequest.updateMany({ where: open, data: { updatedAt: now } });
      if (count === 0) throw requestOver('');
      const own = { requestId, address: offered.address, state: QUOTED };
      const other = await client.clobRfqQuote.findFirst({ where: own, select: { quoteId: true } });
      if (other !== null) throw quotedBefore(other.quoteId);
      await client.clobRfqQuote.create({ data: { quoteId: id, requestId, state: QUOTED, ...columnsOf({ ...offered, now }) } });
    });
  }

  /** Whether this call ended it. */
  async cancelRequest(requestId: string, now: number): Promise<boolean> {
    const where = { requestId, state: ACCEPTING, expiresAt: { gt: now } };
    const state: RfqRequestState = 'STATE_USER_CANCELED';
    const { count } = await this.prisma.clobRfqRequest.updateMany({ where, data: { state, updatedAt: now } });
    return count > 0;
  }

  /** Whether this call ended it. */
  async cancelQuote(quoteId: string, now: number): Promise<boolean> {
    const state: RfqQuoteState = 'STATE_MAKER_CANCELED';
    const { count } = await this.prisma.clobRfqQuote.updateMany({
      where: { quoteId, state: QUOTED, request: activeRequests(now) },
      data: { state, updatedAt: now },
    });
    return count > 0;
  }

  /**
   * Whether the order was chosen for another request that was open at the same time, also before the writer has it.
   * RfqFates.isOfAccept finds orders of earlier ones.
   */
  async isOfOther({ requestId, address, createdAt }: RequestRow, orderId: string): Promise<boolean> {
    const expiresAt = { gt: createdAt - 2 * CLOCKS_APART_MILLIS };
    const where = { address, orderId, expiresAt, requestId: { not: requestId } };
    return (await this.prisma.clobRfqRequest.findFirst({ where, select: { requestId: true } })) !== null;
  }

  /** Succeeds for one accept of a request; throws 400 for the others. */
  async accept({ requestId, quoteId, orderId, approveBy, now }: Acceptance): Promise<void> {
    await this.prisma.$transaction(async (client) => {
      const request = await client.clobRfqRequest.updateMany({
        where: { requestId, state: ACCEPTING, expiresAt: { gt: now } },
        data: { state: ACCEPTED, acceptedQuoteId: quoteId, orderId, approveBy, updatedAt: now },
      });
      if (request.count === 0) throw requestOver('');
      const quote = { where: { quoteId, state: QUOTED }, data: { state: CHOSEN, updatedAt: now } };
      if ((await client.clobRfqQuote.updateMany(quote)).count === 0) throw quoteOver('');
    });
  }

  /** The writer has the order: starts the time for the approval. */
  async waits({ requestId, orderId, approveBy }: Acceptance): Promise<void> {
    await this.prisma.clobRfqRequest.updateMany({ where: { requestId, orderId, state: ACCEPTED }, data: { approveBy } });
  }

  /** The writer refused the order: restores the state before the accept. */
  async undoAccept({ requestId, quoteId, orderId, now }: Acceptance): Promise<void> {
    await this.prisma.$transaction(async (client) => {
      const { count } = await client.clobRfqRequest.updateMany({
        where: { requestId, orderId, state: ACCEPTED },
        data: { state: ACCEPTING, acceptedQuoteId: null, orderId: null, approveBy: null, updatedAt: now },
      });
      if (count > 0) await client.clobRfqQuote.updateMany({ where: { quoteId, state: CHOSEN }, data: { state: QUOTED } });
    });
  }

  /** Stores the outcome of an accepted quote, once. */
  async end(requestId: string, request: RfqRequestState, quote: RfqQuoteState, now: number): Promise<void> {
    await this.prisma.$transaction(async (client) => {
      const { count } = await client.clobRfqRequest.updateMany({
        where: { requestId, state: ACCEPTED },
        data: { state: request, updatedAt: now },
      });
      if (count === 0) return;
      await client.clobRfqQuote.updateMany({ where: { requestId, state: CHOSEN }, data: { state: quote, updatedAt: now } });
    });
  }

  /** Accepted quotes past the time for an approval, without a stored outcome. */
  async overdue(now: number, limit: number): Promise<readonly RequestRow[]> {
    const rows = await this.prisma.clobRfqRequest.findMany({ where: { state: ACCEPTED, approveBy: { lte: now } }, take: limit });
    return rows.map(requestRow);
  }

  /** The best open quote that the requester may see: best price, then largest, then oldest. Throws 404 without the request. */
  async best(requestId: string, address: Address, now: number, hidden: string[]): Promise<QuoteRow | null> {
    const request = await this.request(requestId);
    if (request === null || request.address !== address) throw noSuchRequest(requestId);
    const rows = await this.prisma.clobRfqQuote.findMany({
      where: { requestId, quoteId: { notIn: hidden }, ...activeQuotes(now) },
      include: { request: true },
    });
    const cost = (quote: QuoteRow): number => priceIn(request.outcome, quote);
    const direction = request.side === 'BUY' ? 1 : -1;
    const ranked = rows
      .map(quoteRow)
      .sort((a, b) => direction * (cost(a) - cost(b)) || b.sizeMicros - a.sizeMicros || a.createdAt - b.createdAt);
    return ranked[0] ?? null;
  }
}

function columnsOf({ address, wallet, terms, now }: Omit<Offered, 'id'>) {
  const { outcome, side, pricePips, sizeMicros, usdcMicros } = terms;
  return { address, wallet, outcome, isBuy: side === 'BUY', pricePips, sizeMicros, usdcMicros, createdAt: now, updatedAt: now };
}
