import { ApiProperty } from '@nestjs/swagger';
import { ADDRESS, CONDITION_ID, ISO_TIME, SHARES, SIDE, TOKEN_ID, TRADE_ID } from './documented-values';
import { pageOf } from './page';

/** State of a request for quotes. Source: docs/decisions/rfq.md. */
export const RFQ_REQUEST_STATES = [
  'STATE_ACCEPTING_QUOTES',
  'STATE_QUOTE_ACCEPTED',
  'STATE_COMPLETED',
  'STATE_USER_CANCELED',
  'STATE_INTERNAL_CANCELED',
  'STATE_REQUEST_EXPIRED',
] as const;
export type RfqRequestState = (typeof RFQ_REQUEST_STATES)[number];

/** State of a quote. */
export const RFQ_QUOTE_STATES = [
  'STATE_REQUEST_QUOTED',
  'STATE_REQUEST_ACCEPTED_QUOTE',
  'STATE_COMPLETED',
  'STATE_MAKER_CANCELED',
  'STATE_MAKER_REJECTED_CANCELED',
  'STATE_MAKER_REJECTED_EXPIRED',
  'STATE_REQUEST_CANCELED',
  'STATE_REQUEST_EXPIRED',
] as const;
export type RfqQuoteState = (typeof RFQ_QUOTE_STATES)[number];

const REQUEST_ID = { type: String, format: 'uuid', example: '019ab2c4-7f10-7c96-9139-2da2b2d934ef' } as const;
const QUOTE_ID = { type: String, format: 'uuid', example: '019ab2c5-0a3e-7d11-8a52-6f1c0d3b9e21' } as const;
const SIZE_IN = { ...SHARES, description: 'What is received: shares, or USDC for a SELL; whole units, decimal string' } as const;
const SIZE_OUT = { ...SHARES, description: 'What is given: USDC for a BUY, or shares; whole units, decimal string' } as const;
const UNIX_SECONDS = { type: 'integer', example: 1795262400 } as const;

/** Response of POST /rfq/request. */
export class RfqRequestCreated {
  @ApiProperty({ ...REQUEST_ID, description: 'Id of the request' })
  readonly requestId!: string;

  @ApiProperty({ ...UNIX_SECONDS, description: 'Unix seconds at which it stops accepting quotes' })
  readonly expiry!: number;
}

/** Response of POST /rfq/quote. */
export class RfqQuoteCreated {
  @ApiProperty({ ...QUOTE_ID, description: 'Id of the quote' })
  readonly quoteId!: string;
}

/** Response of POST /rfq/quote/approve. */
export class RfqApproved {
  @ApiProperty({ type: [String], example: [TRADE_ID.example], description: 'Ids of the trades that the approval made: one' })
  readonly tradeIds!: readonly string[];
}

/** The common fields of a request and a quote. */
class RfqTerms {
  @ApiProperty({ ...REQUEST_ID, description: 'Id of the request' })
  readonly requestId!: string;

  @ApiProperty({ ...ADDRESS, description: 'Address of the key that made the request' })
  readonly userAddress!: string;

  @ApiProperty({ ...ADDRESS, description: 'Wallet that is to trade' })
  readonly proxyAddress!: string;

  @ApiProperty({ ...TOKEN_ID, description: 'Token that is bought or sold' })
  readonly token!: string;

  @ApiProperty({ ...TOKEN_ID, description: 'The other token of the market' })
  readonly complement!: string;

  @ApiProperty(CONDITION_ID)
  readonly condition!: string;

  @ApiProperty(SIDE)
  readonly side!: 'BUY' | 'SELL';

  @ApiProperty(SIZE_IN)
  readonly sizeIn!: string;

  @ApiProperty(SIZE_OUT)
  readonly sizeOut!: string;

  @ApiProperty({ type: Number, example: 0.42, description: 'USDC for one share of the token' })
  readonly price!: number;

  @ApiProperty({ ...UNIX_SECONDS, description: 'Unix seconds at which the request stops accepting quotes' })
  readonly expiry!: number;

  @ApiProperty({ ...ISO_TIME, description: 'When it was made' })
  readonly createdAt!: string;

  @ApiProperty({ ...ISO_TIME, description: 'When it was last changed' })
  readonly updatedAt!: string;
}

/** A request for quotes. */
export class RfqRequestRecord extends RfqTerms {
  @ApiProperty({ type: String, example: QUOTE_ID.example, description: 'Id of the accepted quote; empty when there is none' })
  readonly acceptedQuoteId!: string;

  @ApiProperty({ enum: RFQ_REQUEST_STATES, description: 'State of the request' })
  readonly state!: RfqRequestState;
}

export const RFQ_MATCH_TYPES = ['COMPLEMENTARY', 'MINT', 'MERGE'] as const;

/** A quote. */
export class RfqQuoteRecord extends RfqTerms {
  @ApiProperty({ ...QUOTE_ID, description: 'Id of the quote' })
  readonly quoteId!: string;

  @ApiProperty({ enum: RFQ_QUOTE_STATES, description: 'State of the quote' })
  readonly state!: RfqQuoteState;

  @ApiProperty({
    enum: RFQ_MATCH_TYPES,
    description: 'COMPLEMENTARY: buyer and seller of one token. MINT, MERGE: two buyers or two sellers, of both tokens',
  })
  readonly matchType!: (typeof RFQ_MATCH_TYPES)[number];
}

/** Page of GET /rfq/data/requests. */
export class RfqRequestsPage extends pageOf(RfqRequestRecord) {
  @ApiProperty({ type: 'integer', description: 'Number of records on all pages', minimum: 0, example: 1 })
  readonly total_count!: number;
}

/** Page of GET /rfq/data/requester/quotes and of GET /rfq/data/quoter/quotes. */
export class RfqQuotesPage extends pageOf(RfqQuoteRecord) {
  @ApiProperty({ type: 'integer', description: 'Number of records on all pages', minimum: 0, example: 1 })
  readonly total_count!: number;
}

/** Response of GET /rfq/config. */
export class RfqConfig {
  @ApiProperty({ type: 'integer', example: 600, description: 'Seconds for which a request accepts quotes' })
  readonly requestTtlSeconds!: number;

  @ApiProperty({ type: 'integer', example: 10, description: 'Seconds for which an accepted quote waits for approval' })
  readonly quoteAcceptTtlSeconds!: number;

  @ApiProperty({ type: 'integer', example: 10, description: 'Open requests of one address' })
  readonly openRequestsMax!: number;

  @ApiProperty({ type: 'integer', example: 100, description: 'Open quotes of one address' })
  readonly openQuotesMax!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Open quotes of one address on one request' })
  readonly quotesPerRequestMax!: number;
}
