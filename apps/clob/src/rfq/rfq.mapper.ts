import type { RfqQuoteRecord, RfqRequestRecord } from '@foretell/contracts';
import { formatMicros, formatPips } from '@foretell/units';
import type { MarketEntry } from '../market-directory/market-directory';
import type { QuoteRow, RequestRow } from './rfq-rows';
import { quoteState, requestState } from './rfq-states';

export function requestRecord(row: RequestRow, market: MarketEntry, now: number): RfqRequestRecord {
  return {
    ...termsRecord(row, row, market),
    acceptedQuoteId: row.acceptedQuoteId ?? '',
    state: requestState(row, now),
  };
}

export function quoteRecord(row: QuoteRow, market: MarketEntry, now: number): RfqQuoteRecord {
  return {
    ...termsRecord(row, row.request, market),
    quoteId: row.quoteId,
    state: quoteState(row.state, row.request, now),
    matchType: row.outcome === row.request.outcome ? 'COMPLEMENTARY' : row.side === 'BUY' ? 'MINT' : 'MERGE',
  };
}

type Shared = Omit<RfqRequestRecord, 'acceptedQuoteId' | 'state'>;

function termsRecord(row: Omit<QuoteRow, 'quoteId' | 'state' | 'request'>, request: RequestRow, market: MarketEntry): Shared {
  const [shares, usdc] = [formatMicros(row.sizeMicros), formatMicros(row.usdcMicros)];
  const isBuy = row.side === 'BUY';
  return {
    requestId: request.requestId,
    userAddress: row.address,
    proxyAddress: row.wallet,
    token: market.tokenIds[row.outcome],
    complement: market.tokenIds[row.outcome === 0 ? 1 : 0],
    condition: market.conditionId,
    side: row.side,
    sizeIn: isBuy ? shares : usdc,
    sizeOut: isBuy ? usdc : shares,
    // Clients count with it: a JSON number, as they read it.
    price: Number(formatPips(row.pricePips)),
    expiry: Math.floor(request.expiresAt / 1_000),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
