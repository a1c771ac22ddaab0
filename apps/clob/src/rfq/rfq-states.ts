import type { RfqQuoteState, RfqRequestState } from '@foretell/contracts';
import type { Prisma } from '@foretell/platform-prisma';

/** A request as far as its state goes; times in Unix milliseconds. */
export interface RequestStanding {
  readonly state: RfqRequestState;
  readonly expiresAt: number;
  readonly approveBy: number | null;
}

/** Where a request stands now: what time alone has ended is not written. */
export function requestState({ state, expiresAt, approveBy }: RequestStanding, now: number): RfqRequestState {
  if (state === 'STATE_ACCEPTING_QUOTES' && expiresAt <= now) return 'STATE_REQUEST_EXPIRED';
  if (state === 'STATE_QUOTE_ACCEPTED' && (approveBy ?? 0) <= now) return 'STATE_INTERNAL_CANCELED';
  return state;
}

/** Where a quote stands now: its own state, and what follows from its request's. */
export function quoteState(state: RfqQuoteState, request: RequestStanding, now: number): RfqQuoteState {
  const of = requestState(request, now);
  if (state === 'STATE_REQUEST_ACCEPTED_QUOTE') return of === 'STATE_QUOTE_ACCEPTED' ? state : 'STATE_MAKER_REJECTED_EXPIRED';
  if (state !== 'STATE_REQUEST_QUOTED' || of === 'STATE_ACCEPTING_QUOTES' || of === 'STATE_QUOTE_ACCEPTED') return state;
  return of === 'STATE_REQUEST_EXPIRED' ? of : 'STATE_REQUEST_CANCELED';
}

/** Requests that take quotes, or wait for an approval. */
export function activeRequests(now: number): Prisma.ClobRfqRequestWhereInput {
  return {
    OR: [
      { state: 'STATE_ACCEPTING_QUOTES', expiresAt: { gt: now } },
      { state: 'STATE_QUOTE_ACCEPTED', approveBy: { gt: now } },
    ],
  };
}

/** Quotes that may be accepted, and the one that waits for its approval. */
export function activeQuotes(now: number): Prisma.ClobRfqQuoteWhereInput {
  return {
    state: { in: ['STATE_REQUEST_QUOTED', 'STATE_REQUEST_ACCEPTED_QUOTE'] satisfies RfqQuoteState[] },
    request: activeRequests(now),
  };
}
