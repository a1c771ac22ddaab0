import { ClientError, type StreamsClient, type TradingClient } from '@foretell/client';
import { pause } from '@foretell/platform-server';
import { DueMarkets } from './due-markets';
import { isPassing, refusesWallet, WalletRefused } from './failures';
import { MarketMaker, type Quoter } from './market-maker';
import type { MarketTerms } from './maker.config';

/** The service cancels a silent wallet's orders after ten to fifteen seconds. Source: protocol 12. */
const HEARTBEAT_MILLIS = 5_000;
const SILENCE_MILLIS = 10_000;
/** Interval at which markets are listed again and all are checked: some open, close or pause. */
const SWEEP_MILLIS = 60_000;
const RETRY_MILLIS = 1_000;
/** Number of markets that are processed concurrently. */
const CONCURRENCY = 2;

type Trader = Quoter &
  Pick<TradingClient, 'createKey' | 'key' | 'cancelAll' | 'heartbeat'> & {
    readonly markets: Pick<TradingClient['markets'], 'eachMarket'>;
  };

export interface MakerParts {
  readonly trader: Trader;
  readonly streams: Pick<StreamsClient, 'user'>;
  readonly markets: readonly MarketTerms[];
  readonly log: (line: string) => void;
}

/**
 * Quotes markets until it is stopped: each market at once after a fill, and all of them every minute. While disconnected it
 * changes nothing; the service cancels its orders when its heartbeats stop. A refusal that concerns one market ends that market's
 * pass; only a refusal of the wallet ends the maker.
 */
export class Maker {
  /** By condition id. One that left the list stays: an answer may be missing. */
  private readonly makers = new Map<string, MarketMaker>();
  /** Condition ids of markets that accept orders. */
  private open: ReadonlySet<string> = new Set();
  private readonly due = new DueMarkets();
  private readonly lastLogged = new Map<string, string>();
  private heartbeatId: string | null = null;

  constructor(private readonly parts: MakerParts) {}

  /** Resolves once it was stopped and its orders are cancelled. Throws when the service refuses the wallet. */
  async run(signal: AbortSignal): Promise<void> {
    const { trader } = this.parts;
    const failed = new AbortController();
    const stop = AbortSignal.any([signal, failed.signal]);
    const key = await this.retrying(stop, () => trader.createKey());
    if (key === undefined) return;
    await this.retrying(stop, () => trader.cancelAll());
    const workers = Array.from({ length: CONCURRENCY }, () => this.work(stop));
    const loops = [this.beat(stop), this.sweep(stop), this.follow(stop), ...workers];
    for (const loop of loops) loop.catch(() => failed.abort());
    const ends = await Promise.allSettled(loops);
    // Nothing is placed any more: every pass has ended.
    const last = await Promise.allSettled([this.attempt('cancelling all orders', () => trader.cancelAll())]);
    for (const end of [...ends, ...last]) if (end.status === 'rejected') throw end.reason;
  }

  private async beat(signal: AbortSignal): Promise<void> {
    let accepted = performance.now();
    for (; !signal.aborted; await pause(HEARTBEAT_MILLIS, signal)) {
      const answer = await this.attempt('heartbeat', () => this.parts.trader.heartbeat(this.heartbeatId));
      if (answer === undefined) continue;
      this.heartbeatId = answer.heartbeat_id;
      if (answer.status !== 'ok') continue;
      // The service may have cancelled the orders meanwhile.
      if (performance.now() - accepted >= SILENCE_MILLIS) this.due.add(this.open);
      accepted = performance.now();
    }
  }

  /** Lists the markets again, and checks all that accept orders. */
  private async sweep(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(SWEEP_MILLIS, signal)) {
      const found = await this.retrying(signal, () => this.list(), refusesWallet);
      if (found === undefined) return;
      this.open = found;
      this.due.add(found);
      this.parts.log(`quoting ${found.size} of ${this.parts.markets.length} markets`);
    }
  }

  /** Condition ids of the markets to quote that accept orders. */
  private async list(): Promise<ReadonlySet<string>> {
    const { trader, markets } = this.parts;
    const terms = new Map(markets.map((each) => [each.market, each]));
    const found = new Set<string>();
    for await (const record of trader.markets.eachMarket()) {
      const own = terms.get(record.market_slug) ?? terms.get(record.condition_id);
      const isOpen = record.enable_order_book && record.accepting_orders && !record.closed && record.tokens.length === 2;
      if (own === undefined || !isOpen) continue;
      found.add(record.condition_id);
      const maker = this.makers.get(record.condition_id);
      if (maker === undefined) this.makers.set(record.condition_id, new MarketMaker(trader, record, own));
      else maker.market = record;
    }
    return found;
  }

  /** Checks a market after each change of its orders that this maker did not cause. */
  private async follow(signal: AbortSignal): Promise<void> {
    const { streams, trader } = this.parts;
    const onConnection = (state: 'live' | 'cut'): void => {
      if (state === 'live') this.due.add(this.open);
    };
    const read = async (): Promise<true> => {
      for await (const update of streams.user(trader.key, { signal, onConnection })) {
        if (update.kind === 'snapshot_required') this.due.add(this.open);
        else this.due.add(update.messages.flatMap((message) => (message.event_type === 'trade' ? [message.market] : [])));
      }
      return true;
    };
    // The service also refuses a stream for other reasons than the key; a key that is refused ends the heartbeats.
    await this.retrying(signal, read, refusesWallet);
  }

  private async work(signal: AbortSignal): Promise<void> {
    for (let id = await this.due.take(signal); id !== undefined; id = await this.due.take(signal)) {
      const result = await this.check(id, signal);
      this.due.release(id);
      if (result === 'done') continue;
      const again = pause(RETRY_MILLIS, signal).then(() => this.due.add([id]));
      // The other markets do not wait for one that is refused.
      if (result === 'silence') await again;
    }
  }

  private async check(id: string, signal: AbortSignal): Promise<'done' | 'again' | 'silence'> {
    const maker = this.makers.get(id);
    if (maker === undefined || !this.open.has(id)) return 'done';
    try {
      const { isComplete, refusals } = await maker.pass(signal);
      const [reason] = refusals;
      this.report(maker, reason === undefined ? '' : `${refusals.length} orders were refused: ${reason}`);
      return isComplete ? 'done' : 'again';
    } catch (error) {
      const failure = tolerable(error, refusesWallet);
      this.report(maker, failure.message);
      return isPassing(failure) ? 'silence' : 'again';
    }
  }

  /** Logs a market's problem once, until it is another one or none. */
  private report({ market }: MarketMaker, problem: string): void {
    if (problem !== '' && this.lastLogged.get(market.condition_id) !== problem)
      this.parts.log(`${market.market_slug}: ${problem}`);
    this.lastLogged.set(market.condition_id, problem);
  }

  /** Undefined after a failure, which is logged. Throws those that end the maker. */
  private async attempt<T>(what: string, call: () => Promise<T>, isFatal: Judgement = refusesWallet): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      this.parts.log(`${what}: ${tolerable(error, isFatal).message}`);
      return undefined;
    }
  }

  /** Until it succeeds; undefined once aborted. */
  private async retrying<T>(signal: AbortSignal, call: () => Promise<T>, isFatal: Judgement = isRefusal): Promise<T | undefined> {
    for (; !signal.aborted; await pause(RETRY_MILLIS, signal)) {
      const answer = await this.attempt('the trading service', call, isFatal);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}

type Judgement = (failure: ClientError) => boolean;

/** At the start any refusal ends the maker: nothing is quoted yet, and the operator is watching. */
function isRefusal(failure: ClientError): boolean {
  return !isPassing(failure);
}

/** Throws what ends the maker: a failure of its own code, and what is judged to be fatal. */
function tolerable(error: unknown, isFatal: Judgement): ClientError {
  if (!(error instanceof ClientError)) throw error;
  if (refusesWallet(error)) throw new WalletRefused(error);
  if (isFatal(error)) throw error;
  return error;
}
