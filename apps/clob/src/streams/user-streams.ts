import { Inject, Injectable } from '@nestjs/common';
import { MONOTONIC, StreamTurns, type Clock } from '@foretell/platform-server';
import { address, type Address } from '@foretell/signing';
import { CommitFeed, type CommitListener, type ShownCommit } from '../engine/commit-feed';
import type { NotedTrade, RecordHead } from '../engine/journal/batch';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { framesOfTexts } from './frame';
import { DeferredSteps } from './deferred-steps';
import { StepLog } from './step-log';
import { BOUNDS, type StreamBounds } from './stream-bounds';
import {
  ALL_MARKETS,
  isFollowed,
  openMessagesOf,
  textsFor,
  type FollowedMarkets,
  type OpenMessage,
  type StepOrder,
  type UserStep,
} from './user-step';

/** A connection of /ws/user. */
export interface UserReader {
  readonly follows: FollowedMarkets;
  /** Whether a step is sent as one frame; otherwise each message is a frame. */
  readonly isBundled: boolean;
  /** The last sequence sent; before the first step, the sequence that the stream began with. */
  last: number;
  send(frame: Buffer): void;
  /** Its steps cannot be sent any more. */
  lost(reason: string): void;
}

/** Changes that a returning reader gets at once. */
const MISSED_CHANGES = 64;
const FRAMES_AT_ONCE = 32;

interface Draft {
  readonly orders: StepOrder[];
  readonly trades: NotedTrade[];
}

/** Turns commits into numbered steps of each user's orders. Source: docs/decisions/streams.md. */
@Injectable()
export class UserStreams implements CommitListener {
  private readonly log: StepLog<UserStep>;
  private readonly readers = new Map<string, Set<UserReader>>();
  private readonly deferred: DeferredSteps<UserStep>;
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
    this.deferred = new DeferredSteps(turns, bounds, monotonic, {
      channel: 'user',
      publish: (step) => this.publish(step),
      late: (owner) => this.lose(owner, 'the stream is behind: connect again, with since'),
    });
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

  /**
   * The reader's frames of some steps after a sequence, and the sequence of the last of them, null once there are none. Null
   * when the steps are not stored here.
   */
  missed(
    owner: Address,
    reader: UserReader,
    after: number,
  ): { readonly frames: readonly Buffer[]; readonly to: number | null } | null {
    // A reader that received a later commit from another replica gets it again and recognises it by its sequence.
    reader.last = Math.min(reader.last, this.shownTo);
    const steps = this.log.since(owner, Math.min(after, this.shownTo), MISSED_CHANGES);
    if (steps === null) return null;
    const frames = steps.flatMap((step) => this.framesFor(reader, step, this.messagesOf(step, reader.follows)));
    return { frames, to: steps.at(-1)?.sequence ?? null };
  }

  shown({ rows, orders }: ShownCommit): void {
    const { commitNumber, stateHash, totals } = rows.head;
    [this.shownTo, this.shownHash] = [commitNumber, stateHash];
    if (orders.length === 0 && rows.trades.length === 0) return;
    const placed = new Set(rows.newOrders.map(({ row }) => row.orderId));
    const drafts = new Map<string, Draft>();
    for (const { row, owner } of orders)
      for (const draft of this.draftsOf(drafts, row.wallet)) draft.orders.push({ row, owner, isNew: placed.has(row.orderId) });
    for (const noted of rows.trades) {
      const wallets = [noted.trade.takerWallet, ...noted.trade.fills.map(({ makerWallet }) => makerWallet)];
      for (const draft of new Set(wallets.flatMap((wallet) => this.draftsOf(drafts, wallet)))) draft.trades.push(noted);
    }
    for (const [subject, { orders: changed, trades }] of drafts) {
      const step: UserStep = {
        subject,
        sequence: commitNumber,
        lineage: this.lineage,
        previous: this.log.lastOf(subject),
        shownAt: this.monotonic(),
        changes: changed.length + trades.length,
        atMillis: totals.at,
        orders: changed.sort((one, other) => one.row.priority - other.row.priority),
        trades,
      };
      this.log.append(step);
      if (this.readers.has(subject)) this.deferred.add(step);
    }
  }

  loaded({ commitNumber, stateHash }: RecordHead): void {
    if (commitNumber === this.shownTo && stateHash === this.shownHash) return;
    [this.shownTo, this.shownHash] = [commitNumber, stateHash];
    this.lineageBegan();
  }

  lineageBegan(): void {
    this.deferred.forget();
    this.log.reset(this.shownTo);
    for (const owner of [...this.readers.keys()]) this.lose(owner, 'snapshot required: what happened meanwhile is not held here');
  }

  /** Of the wallet and of its owner: an address that is linked as a wallet may have keys of its own. */
  private draftsOf(drafts: Map<string, Draft>, wallet: string): readonly Draft[] {
    const owner = this.links.ownerOf(address(wallet))?.owner;
    return (owner === undefined ? [wallet] : [wallet, owner]).map((subject) => {
      let draft = drafts.get(subject);
      if (draft === undefined) drafts.set(subject, (draft = { orders: [], trades: [] }));
      return draft;
    });
  }

  private lose(owner: string, reason: string): void {
    for (const reader of [...(this.readers.get(owner) ?? [])]) reader.lost(reason);
  }

  private *publish(step: UserStep): Iterable<void> {
    const messages = this.messagesOf(step, ALL_MARKETS);
    for (const reader of this.readers.get(step.subject) ?? []) {
      // A reader that subscribed after the commit has received the step already.
      const frames = step.sequence > reader.last ? this.framesFor(reader, step, messages) : [];
      for (const [index, frame] of frames.entries()) {
        reader.send(frame);
        if (index % FRAMES_AT_ONCE === FRAMES_AT_ONCE - 1) yield;
      }
      yield;
    }
  }

  /** Empty when there is nothing to send. */
  private framesFor(reader: UserReader, step: UserStep, messages: readonly OpenMessage[]): readonly Buffer[] {
    // A reader that skipped the previous step, of markets that it does not follow, has its own chain of `previous`.
    const texts = textsFor(messages, reader.follows, Math.min(step.previous, reader.last));
    if (texts.length > 0) reader.last = step.sequence;
    return framesOfTexts(texts, reader.isBundled);
  }

  private messagesOf(step: UserStep, follows: FollowedMarkets): readonly OpenMessage[] {
    const wallets = this.links.walletsOf(address(step.subject));
    return openMessagesOf(step, wallets, (conditionId) =>
      isFollowed(follows, conditionId) ? this.directory.byCondition(conditionId) : undefined,
    );
  }
}
