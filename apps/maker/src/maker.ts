import { ClientError, type StreamsClient, type TradingClient } from '@foretell/client';
import { pause } from '@foretell/platform-server';
import { EventEmitter, once } from 'node:events';
import { MarketMaker } from './market-maker';
import type { MarketTerms } from './maker.config';

/** The service cancels a silent wallet's orders after ten to fifteen seconds. Source: protocol 12. */
const HEARTBEAT_MILLIS = 5_000;
/** Interval at which markets are listed again and all are checked: some open, close or pause. */
const SWEEP_MILLIS = 60_000;
const RETRY_MILLIS = 1_000;
/** Number of markets that are processed concurrently. */
const CONCURRENCY = 2;

export interface MakerParts {
  readonly trader: TradingClient;
  readonly streams: StreamsClient;
  readonly markets: readonly MarketTerms[];
  readonly log: (line: string) => void;
}

/**
 * Quotes markets until it is stopped: each market at once after a fill, and all of them every minute. While disconnected it
 * changes nothing; the service cancels its orders when its heartbeats stop.
 */
export class Maker {
  private readonly makers = new Map<string, MarketMaker>();
  /** Condition ids of markets to check, oldest first. */
  private readonly due = new Set<string>();
  private readonly refused = new Map<string, string>();
  private heartbeatId: string | null = null;
  private readonly news = new EventEmitter();

  constructor(private readonly parts: MakerParts) {}

  /** Resolves once it was stopped and its orders are cancelled. Throws ClientError when the service refuses the wallet. */
  async run(signal: AbortSignal): Promise<void> {
    const { trader } = this.parts;
    const failed = new AbortController();
    const stop = AbortSignal.any([signal, failed.signal]);
    await this.retrying(stop, () => trader.createKey());
    await this.retrying(stop, () => trader.cancelAll());
    const workers = Array.from({ length: CONCURRENCY }, () => this.work(stop));
    const loops = [this.beat(stop), this.sweep(stop), this.follow(stop), ...workers];
    for (const loop of loops) loop.catch(() => failed.abort());
    const ends = await Promise.allSettled(loops);
    await this.attempt('cancelling all orders', () => trader.cancelAll());
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  private async beat(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(HEARTBEAT_MILLIS, signal)) {
      const answer = await this.attempt('heartbeat', () => this.parts.trader.heartbeat(this.heartbeatId));
      if (answer !== undefined) this.heartbeatId = answer.heartbeat_id;
    }
  }

  /** Lists the markets again, and checks all that accept orders. */
  private async sweep(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(SWEEP_MILLIS, signal)) {
      const found = await this.retrying(signal, () => this.open());
      if (found === undefined) return;
      this.makers.clear();
      for (const maker of found) this.makers.set(maker.market.condition_id, maker);
      this.demand(this.makers.keys());
      this.parts.log(`quoting ${found.length} of ${this.parts.markets.length} markets`);
    }
  }

  private async open(): Promise<readonly MarketMaker[]> {
    const { trader, markets } = this.parts;
    const terms = new Map(markets.map((each) => [each.market, each]));
    const found: MarketMaker[] = [];
    for await (const record of trader.markets.eachMarket()) {
      const own = terms.get(record.market_slug) ?? terms.get(record.condition_id);
      const isOpen = record.enable_order_book && record.accepting_orders && !record.closed && record.tokens.length === 2;
      if (own !== undefined && isOpen) found.push(new MarketMaker(trader, record, own));
    }
    return found;
  }

  /** Checks a market after each change of its orders that this maker did not cause. */
  private async follow(signal: AbortSignal): Promise<void> {
    const { streams, trader } = this.parts;
    const onConnection = (state: 'live' | 'cut'): void => {
      if (state === 'live') this.demand(this.makers.keys());
    };
    for await (const update of streams.user(trader.key, { signal, onConnection })) {
      if (update.kind === 'snapshot_required') this.demand(this.makers.keys());
      else this.demand(update.messages.flatMap((message) => (message.event_type === 'trade' ? [message.market] : [])));
    }
  }

  private demand(conditionIds: Iterable<string>): void {
    for (const id of conditionIds) this.due.add(id);
    this.news.emit('due');
  }

  private async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [id] = this.due;
      if (id === undefined) {
        await once(this.news, 'due', { signal }).catch(() => undefined);
        continue;
      }
      this.due.delete(id);
      const isDone = (await this.attempt(id, () => this.pass(id))) !== undefined;
      if (isDone) continue;
      this.due.add(id);
      await pause(RETRY_MILLIS, signal);
    }
  }

  private async pass(id: string): Promise<true> {
    const maker = this.makers.get(id);
    if (maker === undefined) return true;
    const { refusals } = await maker.pass();
    const [reason = ''] = refusals;
    if (reason !== '' && this.refused.get(id) !== reason)
      this.parts.log(`${maker.market.market_slug}: ${refusals.length} orders were refused: ${reason}`);
    this.refused.set(id, reason);
    return true;
  }

  /** Undefined when the service does not respond or requests a retry; other failures are this maker's fault and end it. */
  private async attempt<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ClientError) || !isPassing(error)) throw error;
      this.parts.log(`${what}: ${error.message}`);
      return undefined;
    }
  }

  private async retrying<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T | undefined> {
    for (; !signal.aborted; await pause(RETRY_MILLIS, signal)) {
      const answer = await this.attempt('the trading service', call);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}

/** No response, too many requests, or temporarily unavailable. */
function isPassing({ status }: ClientError): boolean {
  return status === 0 || status === 429 || status >= 500;
}
