import { Secret } from '../keys/secret';

/** What a wallet got from the L1 endpoint, kept from being printed. */
export interface TraderKey {
  readonly apiKey: string;
  readonly secret: Secret<string>;
  readonly passphrase: Secret<string>;
}

/** The trading surface's answers as its clients read them. Source: interface, trading surface. */ export interface PlacementResult {
  readonly success: boolean;
  readonly errorMsg: string;
  readonly orderID: string;
  readonly takingAmount: string;
  readonly makingAmount: string;
  readonly status: string;
}

export interface CancelResult {
  readonly canceled: readonly string[];
  readonly not_canceled: Readonly<Record<string, string>>;
}

export interface OpenOrder {
  readonly id: string;
  readonly status: string;
  readonly market: string;
  readonly assetId: string;
  readonly side: string;
  readonly price: string;
  readonly originalSize: string;
  readonly sizeMatched: string;
  readonly outcome: string;
  readonly type: string;
}

export interface TradeRecord {
  readonly id: string;
  readonly market: string;
  readonly asset_id: string;
  readonly side: string;
  readonly size: string;
  readonly price: string;
  readonly outcome: string;
  readonly type: string;
  readonly match_time: string;
  readonly taker_order_id: string;
  readonly maker_orders: readonly {
    readonly order_id: string;
    readonly matched_amount: string;
    readonly price: string;
    readonly outcome: string;
    readonly side: string;
  }[];
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string;
}

/** The surface refused the whole request, or answered something that is not its promised shape. */
export class TradingRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'TradingRefusal';
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TradingRefusal(200, `the answer holds no ${what}`);
  return Object.fromEntries(Object.entries(value));
}

function text(record: Fields, name: string): string {
  const value = record[name];
  if (typeof value !== 'string') throw new TradingRefusal(200, `${name} is no text in the answer`);
  return value;
}

function list<T>(value: unknown, what: string, item: (value: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw new TradingRefusal(200, `the answer holds no list of ${what}`);
  return value.map(item);
}

export function readTraderKey(value: unknown): TraderKey {
  const record = fields(value, 'API key');
  return {
    apiKey: text(record, 'apiKey'),
    secret: new Secret(text(record, 'secret')),
    passphrase: new Secret(text(record, 'passphrase')),
  };
}

function readPlacement(value: unknown): PlacementResult {
  const record = fields(value, 'placement result');
  return {
    success: record['success'] === true,
    errorMsg: text(record, 'errorMsg'),
    orderID: text(record, 'orderID'),
    takingAmount: text(record, 'takingAmount'),
    makingAmount: text(record, 'makingAmount'),
    status: text(record, 'status'),
  };
}

export function readPlacements(value: unknown): readonly PlacementResult[] {
  return list(value, 'placement results', readPlacement);
}

export function readCancelResult(value: unknown): CancelResult {
  const record = fields(value, 'cancel result');
  const refused = fields(record['not_canceled'], 'map of orders not canceled');
  return {
    canceled: list(record['canceled'], 'canceled orders', String),
    not_canceled: Object.fromEntries(Object.keys(refused).map((id) => [id, text(refused, id)])),
  };
}

export function readOpenOrder(value: unknown): OpenOrder {
  const record = fields(value, 'order');
  return {
    id: text(record, 'id'),
    status: text(record, 'status'),
    market: text(record, 'market'),
    assetId: text(record, 'assetId'),
    side: text(record, 'side'),
    price: text(record, 'price'),
    originalSize: text(record, 'originalSize'),
    sizeMatched: text(record, 'sizeMatched'),
    outcome: text(record, 'outcome'),
    type: text(record, 'type'),
  };
}

export function readTrade(value: unknown): TradeRecord {
  const record = fields(value, 'trade');
  return {
    id: text(record, 'id'),
    market: text(record, 'market'),
    asset_id: text(record, 'asset_id'),
    side: text(record, 'side'),
    size: text(record, 'size'),
    price: text(record, 'price'),
    outcome: text(record, 'outcome'),
    type: text(record, 'type'),
    match_time: text(record, 'match_time'),
    taker_order_id: text(record, 'taker_order_id'),
    maker_orders: list(record['maker_orders'], 'maker orders', (item) => {
      const maker = fields(item, 'maker order');
      return {
        order_id: text(maker, 'order_id'),
        matched_amount: text(maker, 'matched_amount'),
        price: text(maker, 'price'),
        outcome: text(maker, 'outcome'),
        side: text(maker, 'side'),
      };
    }),
  };
}

export function readPage<T>(value: unknown, item: (value: unknown) => T): Page<T> {
  const record = fields(value, 'page');
  return { data: list(record['data'], 'records', item), next_cursor: text(record, 'next_cursor') };
}

/** The sentence of an error body, for a person. */
export function refusalText(body: unknown, fallback: string): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'string' ? error : fallback;
}
