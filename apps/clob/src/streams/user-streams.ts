import { Inject, Injectable } from '@nestjs/common';
import { MONOTONIC, StreamTurns, type Clock } from '@foretell/platform-server';
import { address, type Address } from '@foretell/signing';
import { CommitFeed, type CommitListener, type ShownCommit } from '../engine/commit-feed';
import type { NotedTrade, RecordHead } from '../engine/journal/batch';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { framesOf } from './frame';
import { DeferredSteps } from './deferred-steps';
import { StepLog } from './step-log';
import { BOUNDS, type StreamBounds } from './stream-bounds';
import { ALL_MARKETS, userMessagesOf, type FollowedMarkets, type StepOrder, type UserStep } from './user-step';

/** A connection of /ws/user. */
export interface UserReader {
  readonly follows: FollowedMarkets;
  /** Whether a step is sent as one frame; otherwise each message is a frame. */
  readonly isBundled: boolean;
  /** The last sequence sent; before the first step, the sequence that the stream began with. */
  last: number;
  send(frame: Buffer): void;
  /** Steps are missing and cannot be sent any more. */
  lost(): void;
}

interface Draft {
  readonly orders: StepOrder[];
  readonly trades: NotedTrade[];
}

/** Turns commits into numbered steps of each user's orders. Source: docs/decisions/streams.md. */
@Injectable()
export class UserStreams implements CommitListener {
  private readonly log: StepLog<UserStep>;
  private readonly readers = new Map<string, Set<UserReader>>();
  /** Frames for readers that follow all markets. */
  private readonly frames = [new WeakMap<UserStep, readonly Buffer[]>(), new WeakMap<UserStep, readonly Buffer[]>()] as const;
  private readonly unpublished: DeferredSteps<UserStep>;
  private shownTo = 0;
  private shownHash = '';

  constructor(
    @Inject(BOUNDS) bounds: StreamBounds,
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
    turns: StreamTurns,
    private readonly feed: CommitFeed,
  ) {
    this.log = new StepLog(bounds, monotonic);
    this.unpublished = new DeferredSteps(turns, (step) => this.publish(step));
    feed.listen(this);
  }

  /** The lineage of the record to which the sequences belong. */
  get lineage(): string {
    return this.feed.lineage;
  }

  /** Sequence of a user's last step. */
  lastOf(owner: Address): number {
    return this.log.lastOf(owner);
  }

  follow(owner: Address, reader: UserReader): void {
    const readers = this.readers.get(owner) ?? new Set<UserReader>();
    readers.add(reader);
    this.readers.set(owner, readers);
    this.log.hold(owner);
  }

  unfollow(owner: Address, reader: UserReader): void {
    const readers = this.readers.get(owner);
    if (readers?.delete(reader) !== true) return;
    if (readers.size === 0) this.readers.delete(owner);
    this.log.release(owner);
  }

  /** Sends the steps after the reader's last sequence; false when they are not stored here. */
  catchUp(owner: Address, reader: UserReader): boolean {
    // A reader that received a later commit from another replica gets it again and recognises it by its sequence.
    reader.last = Math.min(reader.last, this.shownTo);
    const steps = this.log.since(owner, reader.last);
    if (steps === null) return false;
    for (const step of steps) this.send(step, reader);
    reader.last = Math.max(reader.last, this.log.lastOf(owner));
    return true;
  }

  shown({ rows, orders }: ShownCommit): void {
    const { commitNumber, stateHash, totals } = rows.head;
    [this.shownTo, this.shownHash] = [commitNumber, stateHash];
    if (orders.length === 0 && rows.trades.length === 0) return;
    const placed = new Set(rows.newOrders.map(({ row }) => row.orderId));
    const drafts = new Map<string, Draft>();
    for (const { row, owner } of orders)
      this.draftOf(drafts, row.wallet).orders.push({ row, owner, isNew: placed.has(row.orderId) });
    for (const noted of rows.trades) {
      const wallets = [noted.trade.takerWallet, ...noted.trade.fills.map(({ makerWallet }) => makerWallet)];
      for (const draft of new Set(wallets.map((wallet) => this.draftOf(drafts, wallet)))) draft.trades.push(noted);
    }
    for (const [subject, { orders: changed, trades }] of drafts) {
      const step: UserStep = {
        subject,
        sequence: commitNumber,
        lineage: this.lineage,
        previous: this.log.lastOf(subject),
        shownAt: this.monotonic(),
        atMillis: totals.at,
        orders: changed.sort((one, other) => one.row.priority - other.row.priority),
        trades,
      };
      this.log.append(step);
      if (this.readers.has(subject)) this.unpublished.add(step);
    }
  }

  loaded({ commitNumber, stateHash }: RecordHead): void {
    if (commitNumber === this.shownTo && stateHash === this.shownHash) return;
    [this.shownTo, this.shownHash] = [commitNumber, stateHash];
    this.lineageBegan();
  }

  lineageBegan(): void {
    this.unpublished.forget();
    this.log.reset(this.shownTo);
    for (const readers of this.readers.values()) for (const reader of [...readers]) reader.lost();
  }

  private draftOf(drafts: Map<string, Draft>, wallet: string): Draft {
    const owner = this.links.ownerOf(address(wallet))?.owner ?? wallet;
    let draft = drafts.get(owner);
    if (draft === undefined) drafts.set(owner, (draft = { orders: [], trades: [] }));
    return draft;
  }

  private *publish(step: UserStep): Iterable<void> {
    for (const reader of this.readers.get(step.subject) ?? []) {
      // A reader that subscribed after the commit has received the step already.
      if (step.sequence > reader.last) this.send(step, reader);
      yield;
    }
  }

  private send(step: UserStep, reader: UserReader): void {
    // A reader that skipped the previous step, of markets that it does not follow, has its own chain of `previous`.
    const { follows, isBundled, last } = reader;
    const isShared = follows.isAll && follows.named.size === 0 && step.previous <= last;
    const frames = isShared ? this.sharedFrames(step, isBundled) : this.framesOf(step, isBundled, follows, last);
    if (frames.length === 0) return;
    reader.last = step.sequence;
    for (const frame of frames) reader.send(frame);
  }

  private sharedFrames(step: UserStep, isBundled: boolean): readonly Buffer[] {
    const known = this.frames[isBundled ? 1 : 0];
    const shared = known.get(step) ?? this.framesOf(step, isBundled, ALL_MARKETS, step.previous);
    known.set(step, shared);
    return shared;
  }

  /** Empty when there is nothing to send. */
  private framesOf(step: UserStep, isBundled: boolean, follows: FollowedMarkets, previous: number): readonly Buffer[] {
    const wallets = this.links.walletsOf(address(step.subject));
    const market = (conditionId: string) => this.directory.byCondition(conditionId);
    return framesOf(userMessagesOf(step, { wallets, market, follows, previous }), isBundled);
  }
}
