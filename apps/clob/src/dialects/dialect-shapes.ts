import {
  END_CURSOR,
  type ApiKeyIds,
  type FillDetails,
  type OpenOrderRecord,
  type PlaceOrderResult,
  type PublicOpenOrderRecord,
  type ReadonlyKeyIds,
  type RevokedAnswer,
  type TradeRecord,
} from '@foretell/contracts';
import type { Dialect } from '@foretell/platform-auth';
import { ulidOfKey } from './key-ulid';

type Part = 'TAKER' | 'MAKER';

/** The trade that an order made as it was placed. */
interface PlacedTrade {
  readonly tradeId: string;
  readonly transactionHash: string;
}

/**
 * All in which the dialects of the trading surface differ. Handlers ask the row of their caller's dialect and never which one it
 * is. Source: interface, Identity; protocol 9.
 */
export interface DialectShapes {
  /** What `next_cursor` of GET /data/orders says at the end. */
  readonly openOrdersEnd: string;
  /** Whether GET /builder/trades answers pages of builder trades, and not the plain array. */
  readonly pagesBuilderTrades: boolean;
  /** Why an order is not cancelled that is not open, or not the caller's. */
  readonly unknownOrder: string;
  /** A live order, from the record with the names of both families. */
  openOrder(record: OpenOrderRecord): OpenOrderRecord | PublicOpenOrderRecord;
  /** A moment in Unix milliseconds as trades tell it. */
  time(atMillis: number): string;
  /** An API key where it is shown as somebody's. */
  owner(apiKey: string): string;
  callersPart(part: Part): Pick<TradeRecord, 'type'> | Pick<TradeRecord, 'trader_side'>;
  /** What the result of a placement says of its trade; null when there was none. */
  placedTrade(trade: PlacedTrade | null): Pick<PlaceOrderResult, 'tradeIDs' | 'transactionsHashes'>;
  keyIds(ids: readonly string[]): readonly string[] | ApiKeyIds;
  readonlyKeyIds(ids: readonly string[]): readonly string[] | ReadonlyKeyIds;
  /** The body as JSON text: Nest would send a text bare. */
  revokedKey(answer: RevokedAnswer): RevokedAnswer | string;
  /** What of a notification's payload only some read. */
  fillDetails(details: FillDetails): FillDetails;
}

/** The interface's own shapes. */
const SERVICE: DialectShapes = {
  openOrdersEnd: '',
  pagesBuilderTrades: false,
  unknownOrder: 'Order not found or already canceled',
  openOrder: (record) => record,
  time: (atMillis) => new Date(atMillis).toISOString(),
  owner: (apiKey) => apiKey,
  callersPart: (type) => ({ type }),
  placedTrade: () => ({}),
  keyIds: (ids) => ids,
  readonlyKeyIds: (ids) => ids,
  revokedKey: (answer) => answer,
  fillDetails: () => ({}),
};

export const DIALECT_SHAPES: Readonly<Record<Dialect, DialectShapes>> = {
  service: SERVICE,
  kuest: { ...SERVICE, openOrdersEnd: END_CURSOR, owner: ulidOfKey },
  public: {
    openOrdersEnd: END_CURSOR,
    pagesBuilderTrades: true,
    // Public bots wait for a fill on its last words.
    unknownOrder: "order can't be found - already canceled or matched",
    openOrder: publicOpenOrder,
    time: (atMillis) => String(Math.floor(atMillis / 1_000)),
    owner: (apiKey) => apiKey,
    callersPart: (part) => ({ trader_side: part }),
    placedTrade: (trade) => (trade === null ? {} : { tradeIDs: [trade.tradeId], transactionsHashes: [trade.transactionHash] }),
    keyIds: (ids) => ({ apiKeys: ids }),
    readonlyKeyIds: (ids) => ({ readonlyApiKeys: ids }),
    revokedKey: () => JSON.stringify('OK'),
    fillDetails: (details) => details,
  },
};

function publicOpenOrder({
  status,
  originalSize: _size,
  sizeMatched: _matched,
  makerAddress: _maker,
  assetId: _asset,
  type: _type,
  createdAt: _created,
  associateTrades: _trades,
  ...named
}: OpenOrderRecord): PublicOpenOrderRecord {
  return { ...named, status: status.toUpperCase() };
}
