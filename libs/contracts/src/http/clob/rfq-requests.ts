import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsIn, IsString, IsUUID, Matches, ValidateBy } from 'class-validator';
import { applyDecorators } from '../params/apply-decorators';
import { AmountParam, IntegerParam, NameListParam, OneOfParam, OwnParam, TextListParam } from '../params';
import type { ListPlace } from './cursor';
import { ADDRESS, API_KEY, CONDITION_ID, TOKEN_ID } from './documented-values';
import { WhenGiven, must } from './field-constraints';
import { CursorParam } from './params';
import { SignedOrderFields } from './place-order';
import { RFQ_QUOTE_STATES, RFQ_REQUEST_STATES, type RfqQuoteState, type RfqRequestState } from './rfq';

/** Bodies and queries of /rfq, as the published clients send them. Source: docs/decisions/rfq.md. */

const PAGE_LIMIT = 50;
export const RFQ_PAGE_LIMIT_MAX = 100;
const UUID = '019ab2c4-7f10-7c96-9139-2da2b2d934ef';
const A_UUID = must('be a UUID');
const AN_ASSET = must('be a token id, or 0 for USDC');
const MICROS = must('be a decimal integer string of micro units');

/** The received and the given asset. */
class RfqAmounts {
  @ApiProperty({ ...TOKEN_ID, description: 'What is received: a token id, or 0 for USDC' })
  @Matches(/^[0-9]{1,78}$/, AN_ASSET)
  assetIn!: string;

  @ApiProperty({ ...TOKEN_ID, example: '0', description: 'What is given: a token id, or 0 for USDC' })
  @Matches(/^[0-9]{1,78}$/, AN_ASSET)
  assetOut!: string;

  @ApiProperty({
    type: String,
    pattern: '^[1-9][0-9]{0,15}$',
    example: '40000000',
    description: 'How much is received, micro units',
  })
  @Matches(/^[1-9][0-9]{0,15}$/, MICROS)
  amountIn!: string;

  @ApiProperty({
    type: String,
    pattern: '^[1-9][0-9]{0,15}$',
    example: '20000000',
    description: 'How much is given, micro units',
  })
  @Matches(/^[1-9][0-9]{0,15}$/, MICROS)
  amountOut!: string;

  @ApiProperty({
    type: 'integer',
    enum: [0, 1, 2, 3],
    description: 'Which wallet trades: 0 the key’s own address, 1 its proxy, 2 its safe, 3 its deposit wallet',
  })
  @IsIn([0, 1, 2, 3], must('be 0, 1, 2 or 3'))
  userType!: 0 | 1 | 2 | 3;
}

/** Body of POST /rfq/request. */
export class CreateRfqRequest extends RfqAmounts {}

/** Body of POST /rfq/quote. */
export class CreateRfqQuote extends RfqAmounts {
  @ApiProperty({ type: String, format: 'uuid', example: UUID, description: 'Id of the request' })
  @IsUUID('all', A_UUID)
  requestId!: string;
}

/** Body of DELETE /rfq/request. */
export class CancelRfqRequest {
  @ApiProperty({ type: String, format: 'uuid', example: UUID, description: 'Id of the request' })
  @IsUUID('all', A_UUID)
  requestId!: string;
}

/** Body of DELETE /rfq/quote. */
export class CancelRfqQuote {
  @ApiProperty({ type: String, format: 'uuid', example: UUID, description: 'Id of the quote' })
  @IsUUID('all', A_UUID)
  quoteId!: string;
}

const INTEGER_TEXT = /^(0|[1-9][0-9]{0,15})$/;

/** Clients send a number here, and a string in orders. */
function NumberOrText(example: number, description: string, said: string): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) ||
    (typeof value === 'string' && INTEGER_TEXT.test(value));
  const oneOf = [
    { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'string', pattern: INTEGER_TEXT.source },
  ];
  return applyDecorators(
    ApiPropertyOptional({ oneOf, example, description }),
    WhenGiven(),
    ValidateBy({ name: 'isNumberOrText', validator: { validate } }, must(said)),
  );
}

type Written = 'expiration' | 'nonce' | 'feeRateBps' | 'signatureType';
const OtherFields: new () => Omit<SignedOrderFields, Written> = OmitType(SignedOrderFields, [
  'expiration',
  'nonce',
  'feeRateBps',
  'signatureType',
]);

/** Body of POST /rfq/request/accept and of POST /rfq/quote/approve: the ids, and the caller’s signed order in the same object. */
export class RfqSignedOrder extends OtherFields {
  @ApiProperty({ type: String, format: 'uuid', example: UUID, description: 'Id of the request' })
  @IsUUID('all', A_UUID)
  requestId!: string;

  @ApiProperty({ type: String, format: 'uuid', example: UUID, description: 'Id of the quote' })
  @IsUUID('all', A_UUID)
  quoteId!: string;

  @ApiProperty({ ...API_KEY, description: 'API key of the request' })
  @IsString(must('be the API key of the request'))
  owner!: string;

  @NumberOrText(
    0,
    'Unix seconds at which the order expires; 0 or absent: it lives as long as the quote may wait',
    'be Unix seconds, or 0 for none',
  )
  expiration?: number | string;

  @NumberOrText(0, 'Version 1 only', 'be a decimal integer')
  nonce?: number | string;

  @NumberOrText(0, 'Version 1 only', 'be a decimal integer')
  feeRateBps?: number | string;

  @ApiPropertyOptional({
    type: 'integer',
    enum: [0, 1, 2, 3],
    description: '0 key holder, 1 proxy, 2 safe, 3 deposit wallet; that of the maker when absent, as the crates leave it',
  })
  @WhenGiven()
  @IsIn([0, 1, 2, 3], must('be 0, 1, 2 or 3'))
  signatureType?: number;
}

const SORT_DIRECTIONS = ['asc', 'desc'] as const;
const SIZE = 'in shares';
/** Both flags together select both states. */
const ACTIVITIES = ['active', 'inactive'] as const;
export type RfqActivity = (typeof ACTIVITIES)[number];

function UserAddressParam(what: string): PropertyDecorator {
  return OwnParam({
    description: `Only ${what} of this key’s address, in any case`,
    example: ADDRESS.example,
    read: (text) => text.toLowerCase(),
    isValue: (value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value),
    sentence: '$property must be an address, 0x and 40 hex digits',
    schema: { type: 'string', pattern: '^0[xX][0-9a-fA-F]{40}$' },
  });
}

/** Filters and sorting of both lists. */
class ListRfqQuery {
  @CursorParam()
  offset!: ListPlace;

  /** The Rust crates read a page's cursor under this name, and send it under the same. */
  @CursorParam()
  next_cursor!: ListPlace;

  @IntegerParam({
    minimum: 1,
    maximum: RFQ_PAGE_LIMIT_MAX,
    fallback: PAGE_LIMIT,
    isCapped: true,
    description: 'Maximum number of records in a page',
  })
  limit!: number;

  @OneOfParam({ names: ACTIVITIES, description: 'active: open, or waiting for an approval; both when absent' })
  state?: RfqActivity;

  @TextListParam({
    most: RFQ_PAGE_LIMIT_MAX,
    description: 'Only these requests; values that are not UUIDs are ignored',
    example: UUID,
  })
  requestIds?: readonly string[];

  /** The list form that polyfill-rs sends. */
  @TextListParam({ most: RFQ_PAGE_LIMIT_MAX, description: 'The same as requestIds', example: UUID })
  'requestIds[]'?: readonly string[];

  @TextListParam({ most: RFQ_PAGE_LIMIT_MAX, description: 'Only these markets: condition ids', example: CONDITION_ID.example })
  markets?: readonly string[];

  @TextListParam({ most: RFQ_PAGE_LIMIT_MAX, description: 'The same as markets', example: CONDITION_ID.example })
  'markets[]'?: readonly string[];

  @AmountParam({ description: `Minimum size, ${SIZE}` })
  sizeMin?: number;

  @AmountParam({ description: `Maximum size, ${SIZE}` })
  sizeMax?: number;

  @AmountParam({ description: 'Minimum size, in USDC' })
  sizeUsdcMin?: number;

  @AmountParam({ description: 'Maximum size, in USDC' })
  sizeUsdcMax?: number;

  @AmountParam({ description: 'Minimum price' })
  priceMin?: number;

  @AmountParam({ description: 'Maximum price' })
  priceMax?: number;

  @OneOfParam({ names: SORT_DIRECTIONS, fallback: 'asc', description: 'Sort direction' })
  sortDir!: (typeof SORT_DIRECTIONS)[number];
}

/** Query of GET /rfq/data/requests. */
export class ListRfqRequestsQuery extends ListRfqQuery {
  @OneOfParam({ names: ['price', 'expiry', 'size', 'created'], fallback: 'created', description: 'Sort field' })
  sortBy!: 'price' | 'expiry' | 'size' | 'created';

  @UserAddressParam('requests')
  userAddress?: string;

  @NameListParam({ names: [...ACTIVITIES, ...RFQ_REQUEST_STATES], description: 'Only requests in one of these states' })
  states?: readonly (RfqActivity | RfqRequestState)[];
}

/** Query of GET /rfq/data/quotes, of GET /rfq/data/requester/quotes and of GET /rfq/data/quoter/quotes. */
export class ListRfqQuotesQuery extends ListRfqQuery {
  @TextListParam({
    most: RFQ_PAGE_LIMIT_MAX,
    description: 'Only these quotes; values that are not UUIDs are ignored',
    example: UUID,
  })
  quoteIds?: readonly string[];

  @TextListParam({ most: RFQ_PAGE_LIMIT_MAX, description: 'The same as quoteIds', example: UUID })
  'quoteIds[]'?: readonly string[];

  @OneOfParam({ names: ['price', 'expiry', 'size', 'created'], fallback: 'created', description: 'Sort field' })
  sortBy!: 'price' | 'expiry' | 'size' | 'created';

  @UserAddressParam('quotes')
  userAddress?: string;

  @NameListParam({ names: [...ACTIVITIES, ...RFQ_QUOTE_STATES], description: 'Only quotes in one of these states' })
  states?: readonly (RfqActivity | RfqQuoteState)[];
}

/** Query of GET /rfq/data/best-quote. */
export class BestRfqQuoteQuery {
  @OwnParam({
    description: 'Id of one of the caller’s requests',
    example: UUID,
    required: true,
    read: (text) => text.toLowerCase(),
    isValue: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
    sentence: '$property must be a UUID',
    schema: { type: 'string', format: 'uuid' },
  })
  requestId!: string;
}
