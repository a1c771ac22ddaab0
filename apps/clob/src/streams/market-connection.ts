import { BadMessage, CLOSE, type StreamConnection } from '@foretell/platform-server';
import type { TokenRef } from '../market-directory/market-directory';
import { frameOf, listFrameOf } from './frame';
import type { MarketReader, MarketStreams } from './market-streams';
import { PacedDumps, type Dump, type Shared } from './paced-dumps';
import type { StreamBounds } from './stream-bounds';
import { isOfLineage, readMarketRequest, type MarketRequest, type SeenPlace } from './stream-request';

/** Books in one WebSocket message. */
const DUMP_MAX = 20;

/** A subscription that has not started: from the current book, or after the last sequence the client has seen. */
interface Beginning {
  readonly token: TokenRef;
  readonly since: SeenPlace | null;
  readonly isDumped: boolean;
}

/**
 * A client of /ws/market and the tokens that it follows. Subscriptions start in groups: the next group starts when the data of
 * the previous one has been sent, it is the connection's turn, and its address has budget left.
 */
export class MarketConnection implements MarketReader {
  private readonly tokens = new Map<string, TokenRef>();
  /** In order; the tokens of `tokens` that are not followed yet. */
  private readonly beginnings = new Map<string, Beginning>();
  private isBeginning = false;
  private readonly dumps: PacedDumps;
  private custom = false;
  private bundled = false;

  constructor(
    private readonly connection: StreamConnection,
    private readonly streams: MarketStreams,
    private readonly bounds: StreamBounds,
    shared: Shared,
  ) {
    this.dumps = new PacedDumps(connection, shared);
    connection.listen((text) => this.hear(text));
    connection.onClose(() => this.end());
  }

  get isCustom(): boolean {
    return this.custom;
  }

  get isBundled(): boolean {
    return this.bundled;
  }

  get isSilent(): boolean {
    return this.tokens.size === 0 && !this.custom;
  }

  send(frame: Buffer): void {
    this.connection.send(frame);
  }

  restart(only?: string): void {
    for (const [tokenId, token] of this.tokens) {
      if (only !== undefined && only !== tokenId) continue;
      this.streams.unfollow(this, token);
      this.beginnings.set(tokenId, { token, since: null, isDumped: true });
    }
    this.begin();
  }

  private hear(text: string): void {
    try {
      const request = readMarketRequest(text);
      if (request.isCustom !== null) this.setCustom(request.isCustom);
      if (request.isBundled) this.bundled = true;
      if (request.tokenIds.length > this.bounds.subscriptions) return this.refuseTokens();
      if (request.isSubscribe) this.subscribe(request);
      else for (const tokenId of request.tokenIds) this.unsubscribe(tokenId);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      this.connection.refuse(error);
    }
  }

  private setCustom(isCustom: boolean): void {
    this.custom = isCustom;
    this.streams.setCustom(this, isCustom);
  }

  private subscribe({ tokenIds, isDumped, since, lineage }: MarketRequest): void {
    const fresh = new Map<string, Beginning>();
    for (const tokenId of tokenIds) {
      if (this.tokens.has(tokenId)) continue;
      const token = this.streams.token(tokenId);
      if (token === undefined) this.connection.refuse(unknownAsset(tokenId));
      else fresh.set(tokenId, { token, since: seenAt(since(tokenId), lineage), isDumped });
    }
    if (this.tokens.size + fresh.size > this.bounds.subscriptions) return this.refuseTokens();
    for (const [tokenId, beginning] of fresh) {
      this.tokens.set(tokenId, beginning.token);
      if (isDumped || beginning.since !== null) this.beginnings.set(tokenId, beginning);
      else this.streams.follow(this, beginning.token);
    }
    this.begin();
  }

  private refuseTokens(): void {
    this.connection.cut(CLOSE.policy, `more than ${this.bounds.subscriptions} tokens on one connection`);
  }

  /** Starts pending subscriptions, unless a group is in flight. */
  private begin(): void {
    if (this.isBeginning || this.beginnings.size === 0) return;
    this.isBeginning = true;
    this.dumps.send(
      () => this.beginSome(),
      () => {
        this.isBeginning = false;
        this.begin();
      },
    );
  }

  private beginSome(): Dump {
    const frames: Buffer[] = [];
    const books: string[] = [];
    let [bytes, begun] = [0, 0];
    for (const [tokenId, beginning] of this.beginnings) {
      this.beginnings.delete(tokenId);
      begun += 1;
      bytes += beginning.since === null ? this.open(beginning, books) : this.resume(tokenId, beginning, beginning.since, frames);
      if (begun >= DUMP_MAX || bytes >= this.bounds.dumpBytes) break;
    }
    if (books.length > 0) frames.push(listFrameOf(books));
    return { frames, bytes, begun };
  }

  /** Starts with the book. Returns the bytes to be sent for it, as does `resume`. */
  private open({ token }: Beginning, books: string[]): number {
    const book = this.streams.book(token);
    this.streams.follow(this, token);
    books.push(book);
    return book.length;
  }

  /** Resumes after the last sequence the client has seen, or sends that it cannot. */
  private resume(tokenId: string, { token, isDumped }: Beginning, seen: SeenPlace, frames: Buffer[]): number {
    const { lineage } = this.streams;
    const most = this.bounds.waitingBytes / 2;
    const missed = isOfLineage(seen, lineage) ? this.streams.since(token, seen.sequence, this, most) : null;
    if (missed === null || missed.bytes > most) {
      const now = this.streams.lastOf(token);
      frames.push(frameOf({ event_type: 'snapshot_required', asset_id: tokenId, sequence: now, lineage }));
      if (isDumped) this.beginnings.set(tokenId, { token, since: null, isDumped });
      else this.streams.follow(this, token);
      return missed?.bytes ?? 0;
    }
    frames.push(...missed.frames, frameOf({ event_type: 'resumed', asset_id: tokenId, sequence: missed.last, lineage }));
    this.streams.follow(this, token, missed.last);
    return missed.bytes;
  }

  private unsubscribe(tokenId: string): void {
    const token = this.tokens.get(tokenId);
    if (token === undefined) return;
    this.tokens.delete(tokenId);
    this.beginnings.delete(tokenId);
    this.streams.unfollow(this, token);
  }

  private end(): void {
    this.setCustom(false);
    for (const tokenId of [...this.tokens.keys()]) this.unsubscribe(tokenId);
  }
}

function unknownAsset(tokenId: string): BadMessage {
  return new BadMessage('unknown_asset', `there is no market with the token ${tokenId.slice(0, 80)}`);
}

function seenAt(sequence: number | null, lineage: string | null): SeenPlace | null {
  return sequence === null ? null : { sequence, lineage };
}
