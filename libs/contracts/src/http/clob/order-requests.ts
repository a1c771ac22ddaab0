import { ApiPropertyOptional, type ApiBodyOptions } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { BodyRefusal, OwnParam, PathTextParam, TextsOf, type RefusalWords } from '../params';
import { CANCEL_ORDERS_MAX } from './cancel-orders';
import type { ListPlace } from './cursor';
import { CONDITION_ID, ORDER_ID, TOKEN_ID } from './documented-values';
import { OneValueOf, worded } from './field-constraints';
import { AnyTextParam, CursorParam, FilterParam, INVALID_MARKET, INVALID_TOKEN } from './params';

/** A request with a dry run flag in the query must not place an order: the signature does not cover the query. */
const DRY_RUN_BY_PATH: RefusalWords = {
  message: 'a dry run has a path of its own: POST /orders/dry-run or POST /order/dry-run',
  code: 'dry_run_by_path',
};

/** Query of POST /order and POST /orders. Source: interface, Matching. */
export class PlaceOrdersQuery {
  @OwnParam({
    description:
      'Refused: a dry run is POST /orders/dry-run or POST /order/dry-run, because the signature covers the path and not the query',
    read: (text) => (text === 'false' ? false : text),
    isValue: (value) => value === false,
    sentence: '$property must be left out',
    refusal: DRY_RUN_BY_PATH,
    repeated: DRY_RUN_BY_PATH,
    schema: { type: 'boolean', enum: [false] },
    fallback: false,
  })
  dryRun!: false;
}

const INVALID_ORDER_ID: RefusalWords = {
  message: 'Invalid orderID',
  code: 'invalid_order_id',
  details: { expected: '{"orderId": "<id>"}' },
};
const INVALID_BODY = { message: 'Invalid order payload', code: 'invalid_payload' };

/** Valid when orderId, or else orderID, is a non-empty text. */
function NamesAnOrder(): PropertyDecorator {
  const validate = (_value: unknown, argument?: { readonly object: object }): boolean => {
    const { orderId, orderID }: Partial<CancelOrderRequest> = argument?.object ?? {};
    const id: unknown = orderId ?? orderID;
    return typeof id === 'string' && id !== '';
  };
  return ValidateBy({ name: 'namesAnOrder', validator: { validate } }, worded(INVALID_ORDER_ID));
}

/** Body of DELETE /order. */
@BodyRefusal({ ...INVALID_BODY, details: { expected: 'a JSON object' } })
export class CancelOrderRequest {
  @ApiPropertyOptional({ type: String, minLength: 1, example: ORDER_ID.example, description: 'Id of the order' })
  @NamesAnOrder()
  orderId?: string;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    example: ORDER_ID.example,
    description: 'orderId, as public clients name it',
  })
  @NamesAnOrder()
  @OneValueOf('orderId', 'orderID', INVALID_ORDER_ID)
  orderID?: string;
}

/** One of the two names is required. Equal values of both are accepted, too. */
export const CANCEL_ORDER_BODY = {
  required: true,
  schema: {
    allOf: [{ $ref: '#/components/schemas/CancelOrderRequest' }],
    anyOf: [{ required: ['orderId'] }, { required: ['orderID'] }],
    not: { required: ['orderId', 'orderID'] },
  },
} satisfies ApiBodyOptions;

/** Body of DELETE /orders. */
@BodyRefusal({ ...INVALID_BODY, details: { expected: 'an array of order ids' } })
@TextsOf({
  minimum: 1,
  maximum: CANCEL_ORDERS_MAX,
  lengthMin: 1,
  tooMany: {
    message: `Too many orders in payload, max allowed: ${CANCEL_ORDERS_MAX}`,
    code: 'too_many_orders',
    details: { maximum: CANCEL_ORDERS_MAX },
  },
})
export class CancelOrdersRequest extends Array<string> {}

export const CANCEL_ORDERS_BODY = {
  required: true,
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: CANCEL_ORDERS_MAX,
    items: { type: 'string', minLength: 1, example: ORDER_ID.example },
  },
} satisfies ApiBodyOptions;

/** Absent, null and empty are equal. */
function ScopeText(form: RegExp, invalid: RefusalWords): PropertyDecorator {
  return (prototype, name) => {
    const words = { ...INVALID_BODY, details: { expected: `${String(name)} as a string` } };
    const isText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';
    const isOfForm = (value: unknown): boolean => typeof value !== 'string' || value === '' || form.test(value);
    ValidateBy({ name: 'scopeText', validator: { validate: isText } }, worded(words))(prototype, name);
    ValidateBy({ name: 'scopeForm', validator: { validate: isOfForm } }, worded(invalid))(prototype, name);
  };
}

const MARKET_FORM = /^0[xX][0-9a-fA-F]{64}$/;
const TOKEN_FORM = /^[0-9]{1,78}$/;
const MARKET_SCOPE = { type: String, pattern: MARKET_FORM.source, example: CONDITION_ID.example };
const TOKEN_SCOPE = { type: String, pattern: TOKEN_FORM.source, example: TOKEN_ID.example };

function GivesScope(): PropertyDecorator {
  const words = { ...INVALID_BODY, details: { expected: 'market (condition id), asset_id (token id), or both' } };
  const validate = (_value: unknown, argument?: { readonly object: object }): boolean => {
    const { market, asset_id: asset, assetId }: Partial<CancelMarketOrdersRequest> = argument?.object ?? {};
    return [market, asset, assetId].some((each) => each !== undefined && each !== null && each !== '');
  };
  return ValidateBy({ name: 'givesScope', validator: { validate } }, worded(words));
}

/** Body of DELETE /cancel-market-orders; market and token must both match when both are given. */
@BodyRefusal({ ...INVALID_BODY, details: { expected: 'a JSON object' } })
export class CancelMarketOrdersRequest {
  @ApiPropertyOptional({ ...MARKET_SCOPE, description: 'Condition id of the market, in any case' })
  @GivesScope()
  @ScopeText(MARKET_FORM, INVALID_MARKET)
  market?: string | null;

  @ApiPropertyOptional({ ...TOKEN_SCOPE, description: 'Token id' })
  @ScopeText(TOKEN_FORM, INVALID_TOKEN)
  asset_id?: string | null;

  @ApiPropertyOptional({ ...TOKEN_SCOPE, description: 'asset_id under another name' })
  @OneValueOf('asset_id', 'assetId', { ...INVALID_BODY, details: { expected: 'asset_id or assetId' } })
  @ScopeText(TOKEN_FORM, INVALID_TOKEN)
  assetId?: string | null;
}

/** One of the three names is required. */
export const CANCEL_MARKET_ORDERS_BODY = {
  required: true,
  schema: {
    allOf: [{ $ref: '#/components/schemas/CancelMarketOrdersRequest' }],
    anyOf: [{ required: ['market'] }, { required: ['asset_id'] }, { required: ['assetId'] }],
    not: { required: ['asset_id', 'assetId'] },
  },
} satisfies ApiBodyOptions;

/** Filters of order and trade lists; both must match when both are given. */
export class ScopedListQuery {
  @CursorParam()
  next_cursor!: ListPlace;

  @FilterParam({ description: 'Condition id of the market', isHex: true, example: CONDITION_ID.example })
  market?: string;

  @FilterParam({ description: 'Token id', example: TOKEN_ID.example })
  asset_id?: string;
}

/** Query of GET /data/orders. */
export class ListOpenOrdersQuery extends ScopedListQuery {
  @FilterParam({ description: 'Only the order of that id', isHex: true, example: ORDER_ID.example })
  id?: string;
}

/** Path of GET /data/order/{id}. */
export class OrderPath {
  @PathTextParam({ description: 'Id of the order', example: ORDER_ID.example })
  id!: string | null;
}

/** Query of GET /order-scoring. */
export class OrderScoringQuery {
  @AnyTextParam({
    description: 'Id of the order',
    example: ORDER_ID.example,
    required: true,
    missing: { message: 'Invalid orderID', code: 'invalid_order_id' },
    repeated: { message: 'Invalid orderID', code: 'invalid_order_id' },
  })
  order_id!: string;
}

const SCORING_MAX = 500;
const INVALID_IDS: RefusalWords = { ...INVALID_BODY, details: { expected: `an array of at most ${SCORING_MAX} order ids` } };

/** Body of POST /orders-scoring. */
@BodyRefusal(INVALID_IDS)
@TextsOf({ minimum: 0, maximum: SCORING_MAX, lengthMin: 0, tooMany: INVALID_IDS })
export class OrdersScoringRequest extends Array<string> {}

export const ORDERS_SCORING_BODY = {
  required: true,
  schema: { type: 'array', maxItems: SCORING_MAX, items: { type: 'string', example: ORDER_ID.example } },
} satisfies ApiBodyOptions;
