import type { RfqActivity, RfqQuoteState, RfqRequestState } from '@foretell/contracts';
import type { Prisma } from '@foretell/platform-prisma';

/** How long a request accepts quotes. */
export const REQUEST_TTL_MILLIS = 600_000;

/** The fields of a request that decide its state; times in Unix milliseconds. */
export interface RequestStanding {
  readonly state: RfqRequestState;
  readonly expiresAt: number;
  readonly approveBy: number | null;
}

/** The current state of a request. Expiry is computed, not stored. */
export function requestState({ state, expiresAt, approveBy }: RequestStanding, now: number): RfqRequestState {
  if (state === 'STATE_ACCEPTING_QUOTES' && expiresAt <= now) return 'STATE_REQUEST_EXPIRED';
  if (state === 'STATE_QUOTE_ACCEPTED' && (approveBy ?? 0) <= now) return 'STATE_INTERNAL_CANCELED';
  return state;
}

/** The current state of a quote, from its own and its request's. */
export function quoteState(state: RfqQuoteState, request: RequestStanding, now: number): RfqQuoteState {
  const of = requestState(request, now);
  if (state === 'STATE_REQUEST_ACCEPTED_QUOTE') return of === 'STATE_QUOTE_ACCEPTED' ? state : 'STATE_MAKER_REJECTED_EXPIRED';
  if (state !== 'STATE_REQUEST_QUOTED' || of === 'STATE_ACCEPTING_QUOTES' || of === 'STATE_QUOTE_ACCEPTED') return state;
  return of === 'STATE_REQUEST_EXPIRED' ? of : 'STATE_REQUEST_CANCELED';
}

/** Requests that accept quotes or wait for an approval. */
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

/** SQL condition for requests in one of the states, equal to requestState. */
export function requestsAt(states: readonly (RfqActivity | RfqRequestState)[], now: number): Prisma.ClobRfqRequestWhereInput {
  return { OR: states.map((state) => requestsOf(state, now)) };
}

/** SQL condition for quotes in one of the states, equal to quoteState. */
export function quotesAt(states: readonly (RfqActivity | RfqQuoteState)[], now: number): Prisma.ClobRfqQuoteWhereInput {
  return { OR: states.map((state) => quotesOf(state, now)) };
}

function requestsOf(state: RfqActivity | RfqRequestState, now: number): Prisma.ClobRfqRequestWhereInput {
  switch (state) {
    case 'active':
      return activeRequests(now);
    case 'inactive':
      return { NOT: activeRequests(now) };
    case 'STATE_ACCEPTING_QUOTES':
      return { state, expiresAt: { gt: now } };
    case 'STATE_REQUEST_EXPIRED':
      return { OR: [{ state }, { state: 'STATE_ACCEPTING_QUOTES', expiresAt: { lte: now } }] };
    case 'STATE_QUOTE_ACCEPTED':
      return { state, approveBy: { gt: now } };
    case 'STATE_INTERNAL_CANCELED':
      return { OR: [{ state }, { state: 'STATE_QUOTE_ACCEPTED', NOT: { approveBy: { gt: now } } }] };
    default:
      return { state };
  }
}

function quotesOf(state: RfqActivity | RfqQuoteState, now: number): Prisma.ClobRfqQuoteWhereInput {
  const open = 'STATE_REQUEST_QUOTED' satisfies RfqQuoteState;
  switch (state) {
    case 'active':
      return activeQuotes(now);
    case 'inactive':
      return { NOT: activeQuotes(now) };
    case 'STATE_REQUEST_QUOTED':
      return { state, request: activeRequests(now) };
    case 'STATE_REQUEST_ACCEPTED_QUOTE':
      return { state, request: requestsOf('STATE_QUOTE_ACCEPTED', now) };
    case 'STATE_MAKER_REJECTED_EXPIRED':
      return {
        OR: [{ state }, { state: 'STATE_REQUEST_ACCEPTED_QUOTE', NOT: { request: requestsOf('STATE_QUOTE_ACCEPTED', now) } }],
      };
    case 'STATE_REQUEST_EXPIRED':
      return { OR: [{ state }, { state: open, request: requestsOf(state, now) }] };
    case 'STATE_REQUEST_CANCELED':
      return { OR: [{ state }, { state: open, NOT: { request: requestsAt(['active', 'STATE_REQUEST_EXPIRED'], now) } }] };
    default:
      return { state };
  }
}
