import { Inject, Injectable } from '@nestjs/common';
import type { MarketResolvedMessage, NewMarketMessage } from '@foretell/contracts';
import type { LevelRow } from '@foretell/exchange';
import { MONOTONIC, StreamTurns, type Clock } from '@foretell/platform-server';
import { BookAnswers } from '../book-views/book-answers';
import { bookSummary } from '../book-views/book.mapper';
import { BookViews } from '../book-views/book-view';
import { CommitFeed, type CommitListener, type ShownCommit } from '../engine/commit-feed';
import type { RecordHead } from '../engine/journal/batch';
import { MarketDirectory, type MarketChange, type MarketEntry, type TokenRef } from '../market-directory/market-directory';
import { frameOf, framesOf } from './frame';
import { DeferredSteps } from './deferred-steps';
import { bytesOf } from './paced-dumps';
import { bySideAndPrice, hasOtherTerms, messagesOf, stepTrade, tickBefore, type MarketStep, type StepTrade } from './market-step';
import { StepLog } from './step-log';
import { BOUNDS, type StreamBounds } from './stream-bounds';

/** The format of the steps that a connection receives. */
export interface StepForm {
  /** Whether the client requested the custom features. */
  readonly isCustom: boolean;
  /** Whether a step is sent as one frame; otherwise each message is a frame. */
  readonly isBundled: boolean;
}

/** A connection of /ws/market. */
export interface MarketReader extends StepForm {
  /** One WebSocket frame, its bytes shared with other readers. */
  send(frame: Buffer): void;
  /** Earlier book data is invalid: starts its subscriptions again, or that of one token. */
  restart(tokenId?: string): void;
}

interface Draft {
  readonly levels: LevelRow[];
  readonly trades: StepTrade[];
  terms: MarketChange | null;
}

/** The encoded frames of a step, by outcome and form; filled on demand. */
type Frames = (readonly Buffer[] | null)[];

/**
 * Turns commits into numbered steps of each market and sends them to its followers. A step is built when its commit is shown,
 * and sent in a later tick, so that responses to orders go first. It is encoded once for all followers. Source:
 * docs/decisions/streams.md.
 */
@Injectable()
export class MarketStreams implements CommitListener {
  private readonly log: StepLog<MarketStep>;
  /** By token: its followers, and the sequence after which each receives steps. */
  private readonly readers = new Map<string, Map<MarketReader, number>>();
  private readonly customReaders = new Set<MarketReader>();
  private readonly frames = new WeakMap<MarketStep, Frames>();
  private readonly deferred: DeferredSteps<MarketStep>;
  private shownTo = 0;
  private shownHash = '';

  constructor(
    @Inject(BOUNDS) bounds: StreamBounds,
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    private readonly directory: MarketDirectory,
    private readonly books: BookViews,
    private readonly answers: BookAnswers,
    turns: StreamTurns,
    private readonly feed: CommitFeed,
  ) {
    this.log = new StepLog(bounds, monotonic);
    this.deferred = new DeferredSteps(turns, bounds, monotonic, {
      channel: 'market',
      publish: (step) => this.publish(step),
      late: (conditionId) => this.late(conditionId),
    });
    feed.listen(this);
  }

  token(tokenId: string): TokenRef | undefined {
    return this.directory.byToken(tokenId);
  }

  /** The lineage of the record to which the sequences belong. */
  get lineage(): string {
    return this.feed.lineage;
  }

  /** The last sequence of the token's stream. */
  lastOf({ entry }: TokenRef): number {
    return this.log.lastOf(entry.conditionId);
  }

  /**
   * The token's current book and the sequence of its stream: a BookMessage as JSON, one byte a character. Built once per
   * version of the book; readers and GET /book share it.
   */
  book({ entry, outcome }: TokenRef): string {
    const { conditionId } = entry;
    const now = this.directory.byCondition(conditionId) ?? entry;
    const view = this.books.of(conditionId);
    const summary = this.answers.of({ entry: now, outcome }, view, 'book', () => bookSummary(now, outcome, view));
    if (summary === null) throw new Error(`no book of ${conditionId}`);
    return `{"event_type":"book",${summary.latin1.slice(1, -1)},"sequence":${this.log.lastOf(conditionId)},"lineage":"${this.lineage}"}`;
  }

  /** Sends the reader all steps after `from`, by default the last sequence. */
  follow(reader: MarketReader, { entry, outcome }: TokenRef, from = this.log.lastOf(entry.conditionId)): void {
    const tokenId = entry.tokenIds[outcome];
    const readers = this.readers.get(tokenId) ?? new Map<MarketReader, number>();
    if (!readers.has(reader)) this.log.hold(entry.conditionId);
    readers.set(reader, from);
    this.readers.set(tokenId, readers);
  }

  unfollow(reader: MarketReader, { entry, outcome }: TokenRef): void {
    const tokenId = entry.tokenIds[outcome];
    const readers = this.readers.get(tokenId);
    if (readers?.delete(reader) !== true) return;
    if (readers.size === 0) this.readers.delete(tokenId);
    this.log.release(entry.conditionId);
  }

  setCustom(reader: MarketReader, isCustom: boolean): void {
    if (isCustom) this.customReaders.add(reader);
    else this.customReaders.delete(reader);
  }

  /**
   * The frames after a sequence, their bytes, and their last sequence; null when they are not stored here. Those of more than
   * `most` bytes are cut off after them.
   */
  since(
    { entry, outcome }: TokenRef,
    sequence: number,
    form: StepForm,
    most: number,
  ): { readonly frames: readonly Buffer[]; readonly bytes: number; readonly last: number } | null {
    // A reader that received a later commit from another replica gets it again and recognises it by its sequence.
    const from = Math.min(sequence, this.shownTo);
    const steps = this.log.since(entry.conditionId, from);
    if (steps === null) return null;
    const frames: Buffer[] = [];
    let bytes = 0;
    for (const step of steps) {
      if (bytes > most) break;
      const ofStep = this.framesOf(step, outcome, form);
      frames.push(...ofStep);
      bytes += bytesOf(ofStep);
    }
    return { frames, bytes, last: Math.max(from, this.log.lastOf(entry.conditionId)) };
  }

  shown({ rows, levels, markets }: ShownCommit): void {
    const { commitNumber, stateHash, totals } = rows.head;
    [this.shownTo, this.shownHash] = [commitNumber, stateHash];
    const drafts = new Map<string, Draft>();
    for (const level of levels) draftOf(drafts, level.conditionId).levels.push(level);
    for (const { trade } of rows.trades) draftOf(drafts, trade.conditionId).trades.push(stepTrade(trade));
    for (const change of markets) {
      if (hasOtherTerms(change)) draftOf(drafts, change.after.conditionId).terms = change;
      this.announce(change, commitNumber, totals.at);
    }
    for (const [conditionId, draft] of drafts) {
      const entry = this.directory.byCondition(conditionId);
      if (entry !== undefined) this.add(entry, draft, commitNumber, totals.at);
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
    const readers = new Set([...this.readers.values()].flatMap((each) => [...each.keys()]));
    // In a later tick: the directory is still being filled.
    setImmediate(() => readers.forEach((reader) => reader.restart()));
  }

  private add(entry: MarketEntry, draft: Draft, sequence: number, atMillis: number): void {
    const { conditionId } = entry;
    const view = this.books.of(conditionId);
    const isFollowed = this.log.isFollowed(conditionId);
    const [best, known] = [view.best(0), this.log.newestOf(conditionId)?.best];
    const summaries = isFollowed || draft.terms !== null ? bothBooks(entry, view) : null;
    const step: MarketStep = {
      subject: conditionId,
      sequence,
      lineage: this.lineage,
      previous: this.log.lastOf(conditionId),
      shownAt: this.monotonic(),
      changes: 1 + draft.levels.length + draft.trades.length,
      entry,
      atMillis,
      levels: draft.levels.sort(bySideAndPrice),
      best,
      hasBestMoved: known === undefined || known.bidPips !== best.bidPips || known.askPips !== best.askPips,
      trades: draft.trades,
      tickPipsBefore: tickBefore(draft.terms),
      books: draft.terms === null ? null : summaries,
      hashes: isFollowed && summaries !== null ? [summaries[0].hash, summaries[1].hash] : ['', ''],
    };
    this.log.append(step);
    if (entry.tokenIds.some((tokenId) => this.readers.has(tokenId))) this.deferred.add(step);
  }

  private late(conditionId: string): void {
    const tokenIds = this.directory.byCondition(conditionId)?.tokenIds ?? [];
    for (const tokenId of tokenIds) for (const reader of [...(this.readers.get(tokenId)?.keys() ?? [])]) reader.restart(tokenId);
  }

  private *publish(step: MarketStep): Iterable<void> {
    for (const outcome of [0, 1] as const) {
      for (const [reader, from] of this.readers.get(step.entry.tokenIds[outcome]) ?? []) {
        // A reader that subscribed after the commit has the step in its book already.
        if (step.sequence > from) for (const frame of this.framesOf(step, outcome, reader)) reader.send(frame);
        yield;
      }
    }
  }

  private framesOf(step: MarketStep, outcome: 0 | 1, { isCustom, isBundled }: StepForm): readonly Buffer[] {
    let all = this.frames.get(step);
    if (all === undefined) this.frames.set(step, (all = []));
    const index = outcome + (isCustom ? 2 : 0) + (isBundled ? 4 : 0);
    return (all[index] ??= framesOf(messagesOf(step, outcome, isCustom), isBundled));
  }

  /** Sends messages that belong to no subscription's chain. */
  private announce({ before, after }: MarketChange, sequence: number, atMillis: number): void {
    if (this.customReaders.size === 0) return;
    const described = { ...describedMarket(after), timestamp: String(atMillis), sequence, lineage: this.lineage };
    const { resolution } = after.market;
    if (before === undefined) {
      const frame = frameOf({ event_type: 'new_market', ...described } satisfies NewMarketMessage);
      setImmediate(() => this.customReaders.forEach((reader) => reader.send(frame)));
    } else if (resolution !== null && before.market.resolution === null) {
      const winner = resolution === 'half' ? null : resolution === 'outcome0' ? 0 : 1;
      const resolved: MarketResolvedMessage = {
        event_type: 'market_resolved',
        ...described,
        winning_asset_id: winner === null ? '' : after.tokenIds[winner],
        winning_outcome: winner === null ? '' : after.outcomes[winner],
      };
      const followers = new Set(after.tokenIds.flatMap((tokenId) => [...(this.readers.get(tokenId)?.keys() ?? [])]));
      const frame = frameOf(resolved);
      setImmediate(() => followers.forEach((reader) => reader.isCustom && reader.send(frame)));
    }
  }
}

function draftOf(drafts: Map<string, Draft>, conditionId: string): Draft {
  let draft = drafts.get(conditionId);
  if (draft === undefined) drafts.set(conditionId, (draft = { levels: [], trades: [], terms: null }));
  return draft;
}

function bothBooks(
  entry: MarketEntry,
  view: ReturnType<BookViews['of']>,
): readonly [ReturnType<typeof bookSummary>, ReturnType<typeof bookSummary>] {
  return [bookSummary(entry, 0, view), bookSummary(entry, 1, view)];
}

function describedMarket({
  marketId,
  question,
  conditionId,
  slug,
  tokenIds,
  outcomes,
}: MarketEntry): Omit<NewMarketMessage, 'event_type' | 'timestamp' | 'sequence' | 'lineage'> {
  return {
    id: marketId === null ? '' : String(marketId),
    question,
    market: conditionId,
    slug,
    description: '',
    assets_ids: tokenIds,
    outcomes,
  };
}
