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
import type { FormatName } from '@foretell/platform-auth';
import { ulidOfKey } from './key-ulid';

type Part = 'TAKER' | 'MAKER';

/** The trade of an order that matched on placement. */
interface PlacedTrade {
  readonly tradeId: string;
  readonly transactionHash: string;
}

/**
 * All differences between the response formats of the trading service. Handlers use the row of their caller's format and never
 * test which format it is. Source: interface, Identity; protocol 9.
 */
export interface ResponseFormat {
  /** `next_cursor` of the last page of GET /data/orders. */
  readonly openOrdersEnd: string;
  /** Whether GET /builder/trades returns pages of builder trades instead of an array. */
  readonly pagesBuilderTrades: boolean;
  /** Reason why an order that is not open, or not the caller's, is not cancelled. */
  readonly unknownOrder: string;
  /** A live order, from the record with the field names of both formats. */
  openOrder(record: OpenOrderRecord): OpenOrderRecord | PublicOpenOrderRecord;
  /** Formats a time, in Unix milliseconds, for trades. */
  time(atMillis: number): string;
  /** Formats an API key that is shown as an owner. */
  owner(apiKey: string): string;
  callersPart(part: Part): Pick<TradeRecord, 'type'> | Pick<TradeRecord, 'trader_side'>;
  /** The fields of a placement result that describe its trade; null without a trade. */
  placedTrade(trade: PlacedTrade | null): Pick<PlaceOrderResult, 'tradeIDs' | 'transactionsHashes'>;
  keyIds(ids: readonly string[]): readonly string[] | ApiKeyIds;
  readonlyKeyIds(ids: readonly string[]): readonly string[] | ReadonlyKeyIds;
  /** A string is returned as JSON text: Nest would send it without quotes. */
  revokedKey(answer: RevokedAnswer): RevokedAnswer | string;
  /** The part of a notification's payload that only some formats have. */
  fillDetails(details: FillDetails): FillDetails;
}

/** The format of the interface. */
const SERVICE: ResponseFormat = {
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

export const RESPONSE_FORMATS: Readonly<Record<FormatName, ResponseFormat>> = {
  service: SERVICE,
  kuest: { ...SERVICE, openOrdersEnd: END_CURSOR, owner: ulidOfKey },
  public: {
    openOrdersEnd: END_CURSOR,
    pagesBuilderTrades: true,
    // Public bots match its last words to wait for a fill.
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
