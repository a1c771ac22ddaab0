import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { ApiProperty, ApiPropertyOptional, type ApiBodyOptions } from '@nestjs/swagger';
import { ADDRESS, API_KEY, BYTES32, ORDER_TYPE, SIDE, UINT256 } from './documented-values';
import { WhenGiven } from './field-constraints';

const ADDRESS_FORM = /^0x[0-9a-fA-F]{40}$/;
const BYTES32_FORM = /^0x[0-9a-fA-F]{64}$/;
/** ASCII digits only, no sign, no leading zero, no exponent: up to 2^256 - 1. */
const UINT = /^(0|[1-9][0-9]{0,77})$/;

const uint = (name: string): { message: string } => ({ message: `${name} must be a decimal integer string` });

/**
 * The signed order. Version 2 orders carry timestamp, metadata and builder; version 1 orders taker, nonce and feeRateBps instead.
 * Source: interface, Order placement item; protocol 4.
 */
export class SignedOrderFields {
  @ApiProperty({ ...UINT256, description: 'Outcome token id, decimal string' })
  @Matches(UINT, uint('order.tokenId'))
  tokenId!: string;

  @ApiPropertyOptional({ ...BYTES32, description: 'Must be the condition of the token when given; not signed' })
  @WhenGiven()
  @Matches(BYTES32_FORM, { message: 'order.conditionId must be 0x and 64 hex digits' })
  conditionId?: string;

  @ApiProperty({ ...ADDRESS, description: 'Wallet whose funds are used' })
  @Matches(ADDRESS_FORM, { message: 'order.maker must be an address, 0x and 40 hex digits' })
  maker!: string;

  @ApiProperty({ ...ADDRESS, description: 'Address that signed' })
  @Matches(ADDRESS_FORM, { message: 'order.signer must be an address, 0x and 40 hex digits' })
  signer!: string;

  @ApiProperty({ ...UINT256, description: 'What the maker gives, micro units: USDC for a BUY, shares for a SELL' })
  @Matches(UINT, uint('order.makerAmount'))
  makerAmount!: string;

  @ApiProperty({ ...UINT256, description: 'What the maker asks for, micro units: shares for a BUY, USDC for a SELL' })
  @Matches(UINT, uint('order.takerAmount'))
  takerAmount!: string;

  @ApiProperty(SIDE)
  @IsIn(['BUY', 'SELL'], { message: 'order.side must be BUY or SELL' })
  side!: 'BUY' | 'SELL';

  @ApiProperty({
    oneOf: [
      { type: 'string', pattern: UINT256.pattern },
      { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    ],
    description: 'Makes the order unlike any other: decimal string, or a whole number up to 2^53 - 1',
    example: 763713635560,
  })
  @IsUintOrSafeInteger()
  salt!: string | number;

  @ApiProperty({ type: 'integer', enum: [0, 1, 2, 3], description: '0 key holder, 1 proxy, 2 safe, 3 deposit wallet' })
  @IsInt({ message: 'order.signatureType must be 0, 1, 2 or 3' })
  @Min(0, { message: 'order.signatureType must be 0, 1, 2 or 3' })
  @Max(3, { message: 'order.signatureType must be 0, 1, 2 or 3' })
  signatureType!: number;

  @ApiProperty({
    description:
      '0x hex; 65 bytes for types 0 to 2. In a dry run 0x is an order of the caller’s own wallet that is not signed yet',
    maxLength: 2_000,
    example: `0x${'ab'.repeat(65)}`,
  })
  @IsString({ message: 'order.signature must be 0x hex' })
  @MaxLength(2_000, { message: 'order.signature is too long' })
  signature!: string;

  @ApiPropertyOptional({ ...UINT256, description: 'Unix milliseconds, decimal string (version 2)' })
  @WhenGiven()
  @Matches(UINT, uint('order.timestamp'))
  timestamp?: string;

  @ApiPropertyOptional({ ...BYTES32, description: 'bytes32 (version 2), zero when absent' })
  @WhenGiven()
  @Matches(BYTES32_FORM, { message: 'order.metadata must be 0x and 64 hex digits' })
  metadata?: string;

  @ApiPropertyOptional({ ...BYTES32, description: 'Builder code, bytes32 (version 2), zero when absent' })
  @WhenGiven()
  @Matches(BYTES32_FORM, { message: 'order.builder must be 0x and 64 hex digits' })
  builder?: string;

  @ApiPropertyOptional({ ...UINT256, description: 'Unix seconds, decimal string; required for GTD' })
  @WhenGiven()
  @Matches(UINT, uint('order.expiration'))
  expiration?: string;

  @ApiPropertyOptional({ ...ADDRESS, description: 'Version 1 only' })
  @WhenGiven()
  @Matches(ADDRESS_FORM, { message: 'order.taker must be an address' })
  taker?: string;

  @ApiPropertyOptional({ ...UINT256, description: 'Version 1 only' })
  @WhenGiven()
  @Matches(UINT, uint('order.nonce'))
  nonce?: string;

  @ApiPropertyOptional({ ...UINT256, description: 'Version 1 only' })
  @WhenGiven()
  @Matches(UINT, uint('order.feeRateBps'))
  feeRateBps?: string;
}

/** Salt: published clients send a JSON number, the interface a string. A number that a float cannot hold exactly is refused. */
function IsUintOrSafeInteger(): PropertyDecorator {
  return ValidateBy({
    name: 'isUintOrSafeInteger',
    validator: {
      validate: (value: unknown) =>
        (typeof value === 'string' && UINT.test(value)) ||
        (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0),
      defaultMessage: () => 'order.salt must be a decimal integer string, or a whole number below 2^53',
    },
  });
}

/** One item of POST /orders, and the body of POST /order. Source: interface, Order placement item. */
export class PlaceOrderItem {
  @ApiProperty({ type: SignedOrderFields })
  @ValidateNested()
  @Type(() => SignedOrderFields)
  @IsObject({ message: 'order must be an object' })
  order!: SignedOrderFields;

  @ApiProperty(ORDER_TYPE)
  @IsIn(['GTC', 'GTD', 'FOK', 'FAK'], { message: 'orderType must be GTC, GTD, FOK or FAK' })
  orderType!: 'GTC' | 'GTD' | 'FOK' | 'FAK';

  @ApiProperty({ ...API_KEY, description: 'API key of the request' })
  @IsString({ message: 'owner must be the API key of the request' })
  owner!: string;

  @ApiPropertyOptional({
    description: 'Refused when it would take: for orders that rest only. null counts as false',
    default: false,
  })
  @IsOptional()
  @IsBoolean({ message: 'postOnly must be true or false' })
  postOnly?: boolean;
}

/** POST /orders takes so many items. Source: protocol 6.1. */
export const PLACE_ORDERS_MAX = 15;

/** Body of POST /orders. */
export const PLACE_ORDERS_BODY = {
  required: true,
  schema: { type: 'array', minItems: 1, maxItems: PLACE_ORDERS_MAX, items: { $ref: '#/components/schemas/PlaceOrderItem' } },
} satisfies ApiBodyOptions;
