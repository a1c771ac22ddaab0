import type { OrderMessage, TradeMessage, UserStreamMessage } from '@foretell/contracts';
import { formatMicros, formatPips } from '@foretell/units';
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
import type { NotedTrade, OwnedOrder } from '../engine/journal/batch';
import { tradeIdOf, transactionHashOf } from '@foretell/platform-nats/exchange-events';
import type { MarketEntry } from '../market-directory/market-directory';
import { tradeRecord } from '../trades/trade.mapper';
import type { TradeRow } from '../trades/trades.query';
import type { Step } from './step-log';

/** An order that a commit changed. */
export interface StepOrder extends OwnedOrder {
  /** Placed by this commit. */
  readonly isNew: boolean;
}

/** Changes of one commit to the orders of one user's wallets. The subject is the user's own address. */
export interface UserStep extends Step {
  readonly atMillis: number;
  /** In the order in which they were placed. */
  readonly orders: readonly StepOrder[];
  readonly trades: readonly NotedTrade[];
}

/** All markets but the named ones, or only the named ones: condition ids in lower case. */
export interface FollowedMarkets {
  readonly isAll: boolean;
  readonly named: ReadonlySet<string>;
}

export const ALL_MARKETS: FollowedMarkets = { isAll: true, named: new Set() };

/** A message as JSON up to its last field, `previous`: each subscription has its own. */
export interface OpenMessage {
  readonly conditionId: string;
  readonly text: string;
}

type WithoutPrevious<M extends UserStreamMessage> = Omit<M, 'previous'>;

const STATUS = { live: 'LIVE', delayed: 'DELAYED', matched: 'MATCHED', canceled: 'CANCELED' } as const;

/** The messages of a step for the user, orders first; `wallets` are the user's. Source: protocol 13. */
export function openMessagesOf(
  step: UserStep,
  wallets: readonly string[],
  marketOf: (conditionId: string) => MarketEntry | undefined,
): readonly OpenMessage[] {
  const messages: OpenMessage[] = [];
  const add = (conditionId: string, message: object): void => {
    messages.push({ conditionId, text: JSON.stringify(message).slice(0, -1) });
  };
  for (const order of step.orders) {
    const market = marketOf(order.row.conditionId);
    if (market !== undefined) for (const type of typesOf(order)) add(market.conditionId, orderMessage(step, order, market, type));
  }
  for (const noted of step.trades) {
    const market = marketOf(noted.trade.conditionId);
    if (market !== undefined) for (const message of tradeMessages(step, noted, market, wallets)) add(market.conditionId, message);
  }
  return messages;
}

export function isFollowed({ isAll, named }: FollowedMarkets, conditionId: string): boolean {
  return named.has(conditionId) !== isAll;
}

/** The messages of the followed markets as JSON, for a subscription that last received the sequence `previous`. */
export function textsFor(messages: readonly OpenMessage[], follows: FollowedMarkets, previous: number): readonly string[] {
  const texts: string[] = [];
  for (const { conditionId, text } of messages)
    if (isFollowed(follows, conditionId)) texts.push(`${text},"previous":${previous}}`);
  return texts;
}

/** An order that is placed and closed in the same commit yields both messages. */
function typesOf({ row, isNew }: StepOrder): readonly OrderMessage['type'][] {
  const types = [...(isNew ? (['PLACEMENT'] as const) : []), ...(row.closeReason !== null ? (['CANCELLATION'] as const) : [])];
  return types.length === 0 ? ['UPDATE'] : types;
}

function orderMessage(
  step: UserStep,
  { row, owner }: StepOrder,
  market: MarketEntry,
  type: OrderMessage['type'],
): WithoutPrevious<OrderMessage> {
  return {
    event_type: 'order',
    type,
    id: row.orderId,
    owner,
    order_owner: owner,
    market: row.conditionId,
    asset_id: market.tokenIds[row.outcome],
    side: row.side,
    price: formatPips(row.pricePips),
    original_size: formatMicros(row.sizeMicros),
    size_matched: formatMicros(row.filledMicros),
    outcome: market.outcomes[row.outcome],
    associate_trades: step.trades.filter(({ trade }) => isPartOf(trade, row.orderId)).map(({ trade }) => idOf(trade)),
    status: STATUS[row.status],
    order_type: row.orderType,
    maker_address: row.wallet,
    created_at: seconds(row.acceptedAt),
    expiration: row.expiresAt === null ? '0' : seconds(row.expiresAt),
    timestamp: String(step.atMillis),
    sequence: step.sequence,
    lineage: step.lineage,
  };
}

/** A trade settles immediately. Published clients expect two messages: matched, then confirmed. */
function tradeMessages(
  step: UserStep,
  noted: NotedTrade,
  market: MarketEntry,
  wallets: readonly string[],
): readonly WithoutPrevious<TradeMessage>[] {
  const record = tradeRecord(tradeRow(noted), market, wallets, RESPONSE_FORMATS.public);
  return (['MATCHED', 'CONFIRMED'] as const).map((status) => ({
    event_type: 'trade',
    ...record,
    type: 'TRADE',
    status,
    trade_owner: record.owner,
    timestamp: String(step.atMillis),
    sequence: step.sequence,
    lineage: step.lineage,
  }));
}

function tradeRow({ trade, takerNote, makerOwners }: NotedTrade): TradeRow {
  const id = idOf(trade);
  return {
    ...trade,
    id,
    matchedAt: trade.at,
    takerOwner: takerNote.owner,
    builder: takerNote.builder,
    transactionHash: transactionHashOf(id),
    fills: trade.fills.map((fill, index) => ({
      orderId: fill.makerOrderId,
      wallet: fill.makerWallet,
      owner: makerOwners[index] ?? '',
      outcome: fill.makerOutcome,
      side: fill.makerSide,
      pricePips: fill.makerPricePips,
      sizeMicros: fill.sizeMicros,
    })),
  };
}

function isPartOf({ takerOrderId, fills }: NotedTrade['trade'], orderId: string): boolean {
  return takerOrderId === orderId || fills.some(({ makerOrderId }) => makerOrderId === orderId);
}

function idOf({ at, tradeNumber }: NotedTrade['trade']): string {
  return tradeIdOf(at, tradeNumber);
}

function seconds(millis: number): string {
  return String(Math.floor(millis / 1_000));
}
