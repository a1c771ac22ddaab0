import { ApiProperty, ApiPropertyOptional, type ApiBodyOptions } from '@nestjs/swagger';
import { IsIn, IsString, ValidateIf } from 'class-validator';
import { BodyRefusal, ItemsOf, OneOfParam, OwnParam, type RefusalWords } from '../params';
import { TOKEN_ID } from './documented-values';
import { worded } from './field-constraints';
import { TokenQuery } from './market-requests';

/** Maximum length of token lists on market data paths. Source: protocol 10. */
export const TOKENS_MAX = 500;

const INVALID_SIDE: RefusalWords = { message: 'Invalid side', code: 'invalid_side', details: { expected: 'BUY or SELL' } };
export const TOKENS_NEEDED = {
  message: 'Invalid token id',
  code: 'invalid_token_id',
  details: { expected: 'token_ids=<id>,<id>' },
} satisfies RefusalWords;
const TOO_MANY: RefusalWords = {
  message: 'Payload exceeds the limit',
  code: 'payload_exceeds_limit',
  details: { maximum: TOKENS_MAX },
};

const SIDE = { names: ['BUY', 'SELL'], takesSmall: true, refusal: INVALID_SIDE, repeated: INVALID_SIDE } as const;

/** Query of GET /book. Source: protocol 10. */
export class BookQuery extends TokenQuery {
  @OneOfParam({ ...SIDE, description: 'Only this side: BUY the bids, SELL the asks. Lower case is accepted too' })
  side?: 'BUY' | 'SELL';
}

/** Query of GET /price. */
export class PriceQuery extends TokenQuery {
  @OneOfParam({
    description: 'Side of the taker: BUY gets the best ask, SELL the best bid. Lower case is accepted too',
    ...SIDE,
    required: true,
    missing: INVALID_SIDE,
  })
  side!: 'BUY' | 'SELL';
}

const TOKEN_LIST = {
  description: `1 to ${TOKENS_MAX} token ids, separated by commas; unknown ones are left out of the answer`,
  example: TOKEN_ID.example,
  repeated: TOKENS_NEEDED,
  read: (text: string) => (text === '' ? [] : text.split(',')),
  isValue: (value: unknown) => Array.isArray(value) && value.length <= TOKENS_MAX,
  sentence: `$property must hold at most ${TOKENS_MAX} token ids`,
  refusal: TOO_MANY,
  schema: { type: 'string', pattern: `^[^,]+(,[^,]+){0,${TOKENS_MAX - 1}}$` },
};

/** Query of GET /midpoints. */
export class TokensQuery {
  @OwnParam({ ...TOKEN_LIST, required: true, missing: TOKENS_NEEDED })
  token_ids!: readonly string[];
}

const ALL_TOKENS = 'Absent: all tokens; the answer may be one second old, and has at most 4 MiB';

/** Query of GET /books. Source: interface, Market data. */
export class OptionalTokensQuery {
  @OwnParam({ ...TOKEN_LIST, takesEmpty: true, description: `${TOKEN_LIST.description}. ${ALL_TOKENS}` })
  token_ids?: readonly string[];
}

/** Query of GET /last-trades-prices; some clients send the body of POST with it instead. Source: interface, Market data. */
export class LastTradesQuery {
  @OwnParam({
    ...TOKEN_LIST,
    takesEmpty: true,
    description: `${TOKEN_LIST.description}. Absent: the body names the tokens, as with POST`,
  })
  token_ids?: readonly string[];
}

const SIDES: readonly unknown[] = ['BUY', 'SELL', ''];

/** Query of GET /prices. */
export class PricesQuery extends OptionalTokensQuery {
  @OwnParam({
    description: 'BUY or SELL for each of token_ids, in their order, separated by commas; both sides where the value is empty',
    example: 'BUY',
    read: (text) => text.split(','),
    isValue: (value) => Array.isArray(value) && value.every((side) => SIDES.includes(side)),
    sentence: '$property must be BUY or SELL, separated by commas',
    refusal: INVALID_SIDE,
    schema: { type: 'string', pattern: '^(BUY|SELL|)(,(BUY|SELL|))*$' },
    fallback: [],
  })
  sides!: readonly ('BUY' | 'SELL' | '')[];
}

/** One token of a list, and the requested side, if any. */
export class TokenRequest {
  @ApiProperty({ type: String, example: TOKEN_ID.example, description: 'Token id; unknown ones are left out of the answer' })
  @IsString()
  token_id!: string;

  @ApiPropertyOptional({ type: String, enum: ['BUY', 'SELL'], description: 'Only that side; both when absent, null or empty' })
  @ValidateIf((_, value) => value !== undefined && value !== null && value !== '')
  @IsIn(['BUY', 'SELL'], worded(INVALID_SIDE))
  side?: 'BUY' | 'SELL' | '' | null;
}

/** Body of POST /books, /prices, /midpoints, /spreads and /last-trades-prices. */
@BodyRefusal({ message: 'Invalid payload', code: 'invalid_payload', details: { expected: '[{"token_id": "<id>"}, ...]' } })
@ItemsOf(() => TokenRequest, { maximum: TOKENS_MAX, tooMany: TOO_MANY })
export class TokensRequest extends Array<TokenRequest> {}

export const TOKENS_BODY = {
  required: true,
  schema: { type: 'array', maxItems: TOKENS_MAX, items: { $ref: '#/components/schemas/TokenRequest' } },
} satisfies ApiBodyOptions;
