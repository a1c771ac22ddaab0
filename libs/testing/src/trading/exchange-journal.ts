import type { TradingEvent } from '@foretell/contracts';
import {
  restoreExchange,
  USUAL_BOUNDS,
  ZERO_TOTALS,
  type Command,
  type Exchange,
  type ExchangeEvent,
  type ExchangeRules,
  type OrderRow,
  type Outcome,
  type QuoteRow,
  type Snapshot,
  type Unfinished,
} from '@foretell/exchange';
import { toEvents, type MarketMeasure, type PinnedRewards } from '@foretell/platform-nats/exchange-events';
import { mulDivFloor, PIPS_PER_USDC, sizeMicros } from '@foretell/units';

const NOTHING_YET: Snapshot = { markets: [], balances: [], orders: [], totals: ZERO_TOTALS };
const USUAL_RULES: ExchangeRules = { gtdMinimumMillis: 0, bounds: USUAL_BOUNDS };

/** The result of one commit of the exchange, and the events that the trading service publishes for it. */
export interface Commit {
  readonly at: number;
  readonly facts: readonly ExchangeEvent[];
  readonly quotes: readonly QuoteRow[];
  readonly events: readonly TradingEvent[];
}

/** What an operator and the service's measurer add to a commit. */
export interface AddedToCommit {
  readonly pinned?: ReadonlyMap<string, PinnedRewards>;
  /** Conditions whose book is measured. */
  readonly measured?: readonly string[];
}

/**
 * The exchange driven by commands, with the events that the trading service publishes for its commits: for tests of services that
 * consume them. Such tests do not write trading histories by hand.
 */
export class ExchangeJournal {
  readonly commits: Commit[] = [];
  private readonly exchange: Exchange;
  private readonly builders = new Map<string, string>();
  private now = 0;
  private sequence = 0;

  constructor(rules: ExchangeRules = USUAL_RULES) {
    this.exchange = restoreExchange(NOTHING_YET, rules);
  }

  get events(): readonly TradingEvent[] {
    return this.commits.flatMap(({ events }) => events);
  }

  /** The exchange's own state. */
  snapshot(): Snapshot {
    return this.exchange.snapshot();
  }

  /** The builder attribution of a signed order. */
  attribute(orderId: string, builder: string): void {
    this.builders.set(orderId, builder);
  }

  /** One step of a command; the caller applies what is left for the next step. */
  apply(command: Command): Outcome | Unfinished {
    this.now = Math.max(this.now, command.at);
    return this.exchange.apply(command);
  }

  /** Closes the commit of all commands since the last one. */
  commit({ pinned, measured = [] }: AddedToCommit = {}): readonly TradingEvent[] {
    const { facts: exchangeEvents, changes } = this.exchange.drain();
    const also = {
      quotes: changes.quotes,
      measures: measured.map((conditionId) => measureOf(this.exchange.snapshot(), conditionId)),
      pinnedOf: (conditionId: string) => pinned?.get(conditionId),
      builderOf: (orderId: string) => this.builders.get(orderId),
    };
    const events = toEvents(exchangeEvents, also, this.now, this.sequence + 1);
    this.sequence += events.length;
    this.commits.push({ at: this.now, facts: exchangeEvents, quotes: changes.quotes, events });
    return events;
  }
}

/** The value of a book's orders, by level, and the amounts in its condition: what the service's measurer publishes. */
function measureOf({ markets, orders }: Snapshot, conditionId: string): MarketMeasure {
  const levels = { bid: new Map<number, number>(), ask: new Map<number, number>() };
  for (const order of orders) {
    if (order.conditionId !== conditionId || order.status !== 'live') continue;
    const level = levels[isBid(order) ? 'bid' : 'ask'];
    const pips = order.outcome === 0 ? order.pricePips : PIPS_PER_USDC - order.pricePips;
    level.set(pips, (level.get(pips) ?? 0) + order.sizeMicros - order.filledMicros);
  }
  const worth = (level: ReadonlyMap<number, number>): number =>
    [...level].reduce((sum, [pips, size]) => sum + mulDivFloor(sizeMicros(size), pips, PIPS_PER_USDC), 0);
  const openInterestMicros = markets.find((market) => market.conditionId === conditionId)?.collateralMicros ?? 0;
  return { conditionId, bidsMicros: worth(levels.bid), asksMicros: worth(levels.ask), openInterestMicros };
}

function isBid({ outcome, side }: OrderRow): boolean {
  return (side === 'BUY') === (outcome === 0);
}
