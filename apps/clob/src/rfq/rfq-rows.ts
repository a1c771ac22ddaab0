import type { RfqQuoteState, RfqRequestState } from '@foretell/contracts';
import type { Side } from '@foretell/exchange';
import type { ClobRfqQuote, ClobRfqRequest } from '@foretell/platform-prisma';
import { pricePips, sizeMicros, usdcMicros, type PricePips, type SizeMicros, type UsdcMicros } from '@foretell/units';
import type { RequestStanding } from './rfq-states';

interface Offer {
  readonly address: string;
  readonly wallet: string;
  readonly outcome: 0 | 1;
  readonly side: Side;
  readonly pricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  readonly usdcMicros: UsdcMicros;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A stored request; times in Unix milliseconds. */
export interface RequestRow extends Offer, RequestStanding {
  readonly requestId: string;
  readonly conditionId: string;
  readonly acceptedQuoteId: string | null;
  readonly orderId: string | null;
}

/** A stored quote, with its request. */
export interface QuoteRow extends Offer {
  readonly quoteId: string;
  readonly state: RfqQuoteState;
  readonly request: RequestRow;
}

export function requestRow(row: ClobRfqRequest): RequestRow {
  return {
    ...offer(row),
    requestId: row.requestId,
    conditionId: row.conditionId,
    state: row.state as RfqRequestState,
    acceptedQuoteId: row.acceptedQuoteId,
    orderId: row.orderId,
    approveBy: row.approveBy === null ? null : Number(row.approveBy),
    expiresAt: Number(row.expiresAt),
  };
}

export function quoteRow(row: ClobRfqQuote & { readonly request: ClobRfqRequest }): QuoteRow {
  return { ...offer(row), quoteId: row.quoteId, state: row.state as RfqQuoteState, request: requestRow(row.request) };
}

function offer(row: ClobRfqRequest | ClobRfqQuote): Offer {
  return {
    address: row.address,
    wallet: row.wallet,
    outcome: row.outcome === 0 ? 0 : 1,
    side: row.isBuy ? 'BUY' : 'SELL',
    pricePips: pricePips(row.pricePips),
    sizeMicros: sizeMicros(Number(row.sizeMicros)),
    usdcMicros: usdcMicros(Number(row.usdcMicros)),
    createdAt: Number(row.createdAt),
    updatedAt: Number(row.updatedAt),
  };
}
