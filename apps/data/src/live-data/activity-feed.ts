import { ACTIVITY_TYPES, judgeLineage, type ActivityFilter, type ActivityMessageType } from '@foretell/contracts';
import { CLOCK, MONOTONIC, StreamTurns, type Clock } from '@foretell/platform-server';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { ActivityFeedQuery, FED_MAX, type FedTrade, type FeedHead, type FeedPlace } from './activity-feed.query';
import { ActivityReaders, type ActivityReader } from './activity-readers';
import { toLiveTrade } from './live-trade.mapper';

/** Interval between two reads of the tables while clients are subscribed. */
const LOOK_MILLIS = 100;
/** Longer than a read takes while the database is available. */
const CURRENT_MILLIS = 1_000;
/** Greater than the part of any event. */
const LAST_PART = 2 ** 31 - 1;

interface Followed extends FeedPlace {
  readonly lineage: string | null;
}

/**
 * Sends new trades of the tables to the subscribed readers. Each process reads the tables itself, so all replicas send the
 * same in the same order, whichever applies events. Reads the next trades when the last ones are sent. Source:
 * docs/decisions/live-data.md.
 */
@Injectable()
export class ActivityFeed implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ActivityFeed.name);
  private readonly readers = new ActivityReaders();
  private readonly work: ReturnType<StreamTurns['sliced']>;
  private sending: { readonly pieces: Iterator<void>; readonly sent: () => void } | null = null;
  /** Position of the last sent trade; null without readers. */
  private place: Followed | null = null;
  private round: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private lookedAt = 0;
  private hasFailed = false;
  private isStopping = false;

  constructor(
    private readonly query: ActivityFeedQuery,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    turns: StreamTurns,
  ) {
    this.work = turns.sliced(() => this.sendSome());
  }

  follow(type: ActivityMessageType, filter: ActivityFilter, reader: ActivityReader): void {
    this.readers.add(type, filter, reader);
    void this.begun();
  }

  leave(type: ActivityMessageType, filter: ActivityFilter, reader: ActivityReader): void {
    this.readers.remove(type, filter, reader);
  }

  /** Resolves once all later trades will be sent; immediately if that already holds. */
  async begun(): Promise<void> {
    if (this.place !== null) return;
    // The tables were not read while there were no readers.
    if (this.round === null && this.timer === null) this.lookedAt = this.monotonic();
    this.round ??= this.look();
    await this.round;
  }

  /** Whether the sent trades are up to date with the tables; also true without readers. */
  isCurrent(): boolean {
    return this.readers.isEmpty || this.sending !== null || this.monotonic() - this.lookedAt < CURRENT_MILLIS;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.round;
  }

  private async look(): Promise<void> {
    try {
      await this.advance();
      this.hasFailed = false;
    } catch (err) {
      if (!this.hasFailed) this.logger.warn({ msg: 'trades could not be read for the live-data stream', err });
      this.hasFailed = true;
    }
    this.round = null;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    // The next reader begins with the state of that time.
    if (this.readers.isEmpty) this.place = null;
    else if (!this.isStopping) this.timer = setTimeout(() => void (this.round ??= this.look()), LOOK_MILLIS);
  }

  private async advance(): Promise<void> {
    const head = await this.query.head();
    this.lookedAt = this.monotonic();
    if (head === null) return;
    const { place } = this;
    if (place === null || !isContinued(place, head)) return void (this.place = endOf(head));
    for (let from: FeedPlace = place; from.sequence < head.sequence && !this.isStopping;) {
      const trades = await this.query.after(from, head);
      this.lookedAt = this.monotonic();
      await this.sendAll(trades);
      from = trades.length < FED_MAX ? endOf(head) : (trades.at(-1) ?? endOf(head));
      this.place = { sequence: from.sequence, part: from.part, lineage: head.lineage };
    }
  }

  private async sendAll(trades: readonly FedTrade[]): Promise<void> {
    if (trades.length === 0) return;
    await new Promise<void>((sent) => {
      this.sending = { pieces: this.piecesOf(trades), sent };
      this.work.wake();
    });
  }

  private sendSome(): boolean {
    if (this.sending === null) return false;
    if (this.sending.pieces.next().done !== true) return true;
    const { sent } = this.sending;
    this.sending = null;
    this.lookedAt = this.monotonic();
    sent();
    return false;
  }

  private *piecesOf(trades: readonly FedTrade[]): Generator<void> {
    for (const trade of trades) {
      const payload = toLiveTrade(trade);
      for (const type of ACTIVITY_TYPES) {
        // `orders_matched` is sent once, for the taker; `trades` for each wallet.
        if (type === 'orders_matched' && trade.part !== 0) continue;
        const readers = this.readers.of(type, payload);
        if (readers.length === 0) continue;
        // Each reader appends its own end.
        const message = JSON.stringify({ topic: 'activity', type, timestamp: this.clock(), payload });
        const shared = Buffer.from(message.slice(0, -1));
        for (const reader of readers) {
          reader.send(shared);
          yield;
        }
      }
      yield;
    }
  }
}

/** False after a restore of the database: its sequences then belong to other trades. */
function isContinued(place: Followed, head: FeedHead): boolean {
  return judgeLineage(head.lineage, place.lineage, place.sequence) !== 'refuse';
}

function endOf({ sequence, lineage }: FeedHead): Followed {
  return { sequence, part: LAST_PART, lineage };
}
