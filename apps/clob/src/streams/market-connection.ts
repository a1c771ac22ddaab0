import type { StreamErrorMessage } from '@foretell/contracts';
import type { TokenRef } from '../market-directory/market-directory';
import { listFrameOf } from './frame';
import type { MarketReader, MarketStreams } from './market-streams';
import type { StreamBounds } from './stream-bounds';
import { CLOSE, type StreamConnection } from './stream-connection';
import { BadMessage, readMarketRequest, type MarketRequest } from './stream-request';

/** Books in one WebSocket message. */
const DUMP_MAX = 20;

/** A caller of /ws/market: the tokens that he follows. */
export class MarketConnection implements MarketReader {
  private readonly tokens = new Map<string, TokenRef>();
  private custom = false;

  constructor(
    private readonly connection: StreamConnection,
    private readonly streams: MarketStreams,
    private readonly bounds: StreamBounds,
  ) {
    connection.listen((text) => this.hear(text));
    connection.onClose(() => this.end());
  }

  get isCustom(): boolean {
    return this.custom;
  }

  get isSilent(): boolean {
    return this.tokens.size === 0 && !this.custom;
  }

  send(frame: Buffer): void {
    this.connection.send(frame);
  }

  restart(): void {
    for (const token of this.tokens.values()) this.streams.unfollow(this, token);
    void this.dump([...this.tokens]);
  }

  private hear(text: string): void {
    try {
      const request = readMarketRequest(text);
      if (request.isCustom !== null) this.setCustom(request.isCustom);
      if (request.isSubscribe) this.subscribe(request);
      else for (const tokenId of request.tokenIds) this.unsubscribe(tokenId);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      this.refuse(error.code, error.message);
    }
  }

  private setCustom(isCustom: boolean): void {
    this.custom = isCustom;
    this.streams.setCustom(this, isCustom);
  }

  private subscribe({ tokenIds, isDumped, since }: MarketRequest): void {
    const fresh = new Map<string, TokenRef>();
    for (const tokenId of tokenIds) {
      if (this.tokens.has(tokenId)) continue;
      const token = this.streams.token(tokenId);
      if (token === undefined) this.refuse('unknown_asset', `there is no market with the token ${tokenId.slice(0, 80)}`);
      else fresh.set(tokenId, token);
    }
    if (this.tokens.size + fresh.size > this.bounds.subscriptions)
      return this.connection.cut(CLOSE.policy, `more than ${this.bounds.subscriptions} tokens on one connection`);
    for (const [tokenId, token] of fresh) this.tokens.set(tokenId, token);
    const begun = [...fresh].filter(([tokenId, token]) => {
      const last = since(tokenId);
      return last === null || !this.resume(tokenId, token, last);
    });
    if (isDumped) void this.dump(begun);
    else for (const [, token] of begun) this.streams.follow(this, token);
  }

  /** Whether the stream goes on from what the caller has seen last. */
  private resume(tokenId: string, token: TokenRef, sequence: number): boolean {
    const missed = this.streams.since(token, sequence, this.custom);
    if (missed === null || bytesOf(missed.frames) > this.bounds.waitingBytes / 2) {
      const { sequence: now } = this.streams.book(token);
      this.connection.sendMessage({ event_type: 'snapshot_required', asset_id: tokenId, sequence: now });
      return false;
    }
    for (const frame of missed.frames) this.connection.send(frame);
    this.connection.sendMessage({ event_type: 'resumed', asset_id: tokenId, sequence: missed.last });
    this.streams.follow(this, token, missed.last);
    return true;
  }

  /** Begins subscriptions with the books as they are, some at a time as fast as they leave: together they are large. */
  private async dump(tokens: readonly (readonly [string, TokenRef])[]): Promise<void> {
    for (let begin = 0; begin < tokens.length; begin += DUMP_MAX) {
      const some = tokens.slice(begin, begin + DUMP_MAX).filter(([tokenId]) => this.tokens.has(tokenId));
      const frame = listFrameOf(some.map(([, token]) => this.streams.book(token)));
      for (const [, token] of some) this.streams.follow(this, token);
      await this.connection.sent(frame);
    }
  }

  private unsubscribe(tokenId: string): void {
    const token = this.tokens.get(tokenId);
    if (token === undefined) return;
    this.tokens.delete(tokenId);
    this.streams.unfollow(this, token);
  }

  private end(): void {
    this.setCustom(false);
    for (const tokenId of [...this.tokens.keys()]) this.unsubscribe(tokenId);
  }

  private refuse(code: string, error: string): void {
    this.connection.sendMessage({ event_type: 'error', code, error } satisfies StreamErrorMessage);
  }
}

function bytesOf(frames: readonly Buffer[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}
