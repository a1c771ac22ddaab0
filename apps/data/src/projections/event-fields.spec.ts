import {
  EVENT_EXAMPLES,
  FillV1,
  MarketChangedV1,
  MarketQuotedV1,
  PositionMergedV1,
  PositionRedeemedV1,
  PositionSplitV1,
  TradeMatchedV1,
  type TradingEvent,
} from '@foretell/contracts';
import { TradingReduction } from './trading.reduction';

type EventClass = new () => object;
const PRIOR = {
  counters: { at: 0, wallets: 0, conditions: 0 },
  walletNumbers: new Map(),
  conditions: new Map(),
  positions: new Map(),
  traded: new Set<number>(),
  totals: new Map(),
};

/** What a class documents beyond the fields that were read. */
function unread(type: EventClass, read: ReadonlySet<unknown>): readonly string[] {
  const fields = Reflect.getMetadata('swagger/apiModelPropertiesArray', type.prototype) as readonly string[];
  return fields.map((field) => field.slice(1)).filter((field) => field !== 'type' && !read.has(field));
}

function watched<T extends object>(value: T, read: Set<unknown>): T {
  const get = (target: T, field: string | symbol): unknown => {
    read.add(field);
    return Reflect.get(target, field);
  };
  return new Proxy(value, { get });
}

/** Both parties of the examples have shares to give. */
function reduced(event: TradingEvent): void {
  const split = { ...EVENT_EXAMPLES['position.split.v1'], sizeMicros: 10_000_000 };
  const wallets = [split.wallet, ...EVENT_EXAMPLES['trade.matched.v1'].fills.map(({ wallet }) => wallet)];
  const splits = wallets.map((wallet) => ({ ...split, wallet }));
  new TradingReduction(PRIOR).add([...splits, event].map((each, index) => ({ sequence: index + 1, event: each })));
}

describe('the fields of a trading event that no projection reads: of', () => {
  it.each<readonly [TradingEvent['type'], EventClass, readonly string[]]>([
    ['trade.matched.v1', TradeMatchedV1, ['tradeId', 'tradeNumber', 'takerOrderId']],
    ['position.split.v1', PositionSplitV1, []],
    ['position.merged.v1', PositionMergedV1, []],
    ['position.redeemed.v1', PositionRedeemedV1, []],
    ['market.changed.v1', MarketChangedV1, ['terms', 'proposal']],
    ['market.quoted.v1', MarketQuotedV1, []],
  ])('%s', (name, type, fields) => {
    const read = new Set<unknown>();
    reduced(watched(EVENT_EXAMPLES[name], read));
    expect(unread(type, read)).toEqual(fields);
  });

  it('a fill', () => {
    const read = new Set<unknown>();
    const trade = EVENT_EXAMPLES['trade.matched.v1'];
    reduced({ ...trade, fills: trade.fills.map((fill) => watched(fill, read)) });
    expect(unread(FillV1, read)).toEqual(['orderId']);
  });
});
