import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength, ValidateBy, ValidateNested } from 'class-validator';
import { ApiProperty, ApiPropertyOptional, type ApiBodyOptions } from '@nestjs/swagger';
import { ADDRESS, API_KEY, BYTES32, ORDER_TYPE, SIDE, UINT256 } from './documented-values';
import { WhenGiven, must } from './field-constraints';

const ADDRESS_FORM = /^0x[0-9a-fA-F]{40}$/;
const BYTES32_FORM = /^0x[0-9a-fA-F]{64}$/;
/** ASCII digits only, no sign, no leading zero, no exponent: up to 2^256 - 1. */
const UINT = /^(0|[1-9][0-9]{0,77})$/;

const DECIMAL_INTEGER = must('be a decimal integer string');
const AN_ADDRESS = must('be an address, 0x and 40 hex digits');
const HEX_32 = must('be 0x and 64 hex digits');
const SIGNATURE_MAX = 2_000;

/**
 * The signed order. Version 2 orders carry timestamp, metadata and builder; version 1 orders taker, nonce and feeRateBps instead.
 * Source: interface, Order placement item; protocol 4.
 */
export class SignedOrderFields {
  @ApiProperty({ ...UINT256, description: 'Outcome token id, decimal string' })
  @Matches(UINT, DECIMAL_INTEGER)
  tokenId!: string;

  @ApiPropertyOptional({ ...BYTES32, description: 'Must be the condition of the token when given; not signed' })
  @WhenGiven()
  @Matches(BYTES32_FORM, HEX_32)
  conditionId?: string;

  @ApiProperty({ ...ADDRESS, description: 'Wallet whose funds are used' })
  @Matches(ADDRESS_FORM, AN_ADDRESS)
  maker!: string;

  @ApiProperty({ ...ADDRESS, description: 'Address that signed' })
  @Matches(ADDRESS_FORM, AN_ADDRESS)
  signer!: string;

  @ApiProperty({ ...UINT256, description: 'What the maker gives, micro units: USDC for a BUY, shares for a SELL' })
  @Matches(UINT, DECIMAL_INTEGER)
  makerAmount!: string;

  @ApiProperty({ ...UINT256, description: 'What the maker asks for, micro units: shares for a BUY, USDC for a SELL' })
  @Matches(UINT, DECIMAL_INTEGER)
  takerAmount!: string;

  @ApiProperty(SIDE)
  @IsIn(['BUY', 'SELL'], must('be BUY or SELL'))
  side!: 'BUY' | 'SELL';

  @ApiProperty({
    oneOf: [
      { type: 'string', pattern: UINT256.pattern },
      { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    ],
    description: 'Makes the order unique: decimal string, or a whole number up to 2^53 - 1',
    example: 763713635560,
  })
  @IsUintOrSafeInteger()
  salt!: string | number;

  @ApiProperty({ type: 'integer', enum: [0, 1, 2, 3], description: '0 key holder, 1 proxy, 2 safe, 3 deposit wallet' })
  @IsIn([0, 1, 2, 3], must('be 0, 1, 2 or 3'))
  signatureType!: number;

  @ApiProperty({
    description:
      '0x hex; 65 bytes for types 0 to 2. In a dry run 0x is an order of the caller’s own wallet that is not signed yet',
    maxLength: SIGNATURE_MAX,
    example: `0x${'ab'.repeat(65)}`,
  })
  @MaxLength(SIGNATURE_MAX, must(`be 0x hex of at most ${SIGNATURE_MAX} characters`))
  signature!: string;

  @ApiPropertyOptional({ ...UINT256, description: 'Unix milliseconds, decimal string (version 2)' })
  @WhenGiven()
  @Matches(UINT, DECIMAL_INTEGER)
  timestamp?: string;

  @ApiPropertyOptional({ ...BYTES32, description: 'bytes32 (version 2), zero when absent' })
  @WhenGiven()
  @Matches(BYTES32_FORM, HEX_32)
  metadata?: string;

  @ApiPropertyOptional({ ...BYTES32, description: 'Builder code, bytes32 (version 2), zero when absent' })
  @WhenGiven()
  @Matches(BYTES32_FORM, HEX_32)
  builder?: string;

  @ApiPropertyOptional({ ...UINT256, description: 'Unix seconds, decimal string; required for GTD' })
  @WhenGiven()
  @Matches(UINT, DECIMAL_INTEGER)
  expiration?: string;

  @ApiPropertyOptional({ ...ADDRESS, description: 'Version 1 only, the zero address' })
  @WhenGiven()
  @Matches(ADDRESS_FORM, AN_ADDRESS)
  taker?: string;

  @ApiPropertyOptional({ ...UINT256, description: 'Version 1 only' })
  @WhenGiven()
  @Matches(UINT, DECIMAL_INTEGER)
  nonce?: string;

  @ApiPropertyOptional({ ...UINT256, description: 'Version 1 only' })
  @WhenGiven()
  @Matches(UINT, DECIMAL_INTEGER)
  feeRateBps?: string;
}

/** Salt: published clients send a JSON number, the interface a string. Refuses a number that a float cannot represent exactly. */
function IsUintOrSafeInteger(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    (typeof value === 'string' && UINT.test(value)) || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
  return ValidateBy(
    { name: 'isUintOrSafeInteger', validator: { validate } },
    must('be a decimal integer string, or a whole number below 2^53'),
  );
}

/** Refuses the values that ValidateNested accepts: null, undefined and lists. ValidateNested refuses every other kind. */
function IsOneObject(): PropertyDecorator {
  const validate = (value: unknown): boolean => value !== undefined && !Array.isArray(value);
  return ValidateBy({ name: 'isOneObject', validator: { validate } }, must('be an object'));
}

/** One item of POST /orders, and the body of POST /order. Source: interface, Order placement item. */
export class PlaceOrderItem {
  @ApiProperty({ type: SignedOrderFields })
  @ValidateNested(must('be an object'))
  @Type(() => SignedOrderFields)
  @IsOneObject()
  order!: SignedOrderFields;

  @ApiProperty(ORDER_TYPE)
  @IsIn(['GTC', 'GTD', 'FOK', 'FAK'], must('be GTC, GTD, FOK or FAK'))
  orderType!: 'GTC' | 'GTD' | 'FOK' | 'FAK';

  @ApiProperty({ ...API_KEY, description: 'API key of the request' })
  @IsString(must('be the API key of the request'))
  owner!: string;

  @ApiPropertyOptional({
    description: 'Refused when it would match at once; only for GTC and GTD. null counts as false',
    default: false,
  })
  @IsOptional()
  @IsBoolean(must('be true or false'))
  postOnly?: boolean;
}

/** Maximum number of items in POST /orders. Source: protocol 6.1. */
export const PLACE_ORDERS_MAX = 15;

/** Body of POST /orders. */
export const PLACE_ORDERS_BODY = {
  required: true,
  schema: { type: 'array', minItems: 1, maxItems: PLACE_ORDERS_MAX, items: { $ref: '#/components/schemas/PlaceOrderItem' } },
} satisfies ApiBodyOptions;
