import { UserSubscription, type ResumedMessage, type SnapshotRequiredMessage, type StreamCredentials } from '@foretell/contracts';
import type { ApiKeyRecord } from '@foretell/platform-auth';
import type { Address } from '@foretell/signing';
import { BadMessage, CLOSE, messageOf, readMessage, type StreamConnection } from '@foretell/platform-server';
import { frameOf } from './frame';
import { bytesOf, PacedDumps, type Shared } from './paced-dumps';
import type { StreamBounds } from './stream-bounds';
import { isOfLineage, STREAM_FORM } from './stream-request';
import { ALL_MARKETS, type FollowedMarkets } from './user-step';
import type { UserReader, UserStreams } from './user-streams';

/** Authenticates the client of a stream. */
export interface StreamAccess {
  /** Throws a failure that gives the reason. */
  prove(credentials: StreamCredentials): Promise<ApiKeyRecord>;
  /** Counts the connection for its key; false when the key has too many. */
  enter(apiKey: string): boolean;
}

/** The steps of users. */
export type UserSteps = Pick<UserStreams, 'lineage' | 'lastOf' | 'missed' | 'follow' | 'unfollow'>;

/** A client of /ws/user. It follows one user's orders and trades, in all markets or in some. */
export class UserConnection implements UserReader {
  /** The last sequence sent; before the first step, the sequence that the stream began with. */
  last = 0;
  private key: ApiKeyRecord | null = null;
  private markets = ALL_MARKETS;
  /** Messages are processed one at a time, because the first waits for authentication. */
  private hearing: Promise<void> = Promise.resolve();
  private isOver = false;
  private bundled = false;
  private readonly dumps: PacedDumps;

  constructor(
    private readonly connection: StreamConnection,
    private readonly streams: UserSteps,
    private readonly bounds: StreamBounds,
    private readonly access: StreamAccess,
    shared: Shared,
  ) {
    this.dumps = new PacedDumps(connection, shared);
    connection.listen((text) => (this.hearing = this.hearing.then(() => this.hear(text))));
    connection.onClose(() => this.end());
  }

  /** Of the authenticated client. */
  get apiKey(): string | null {
    return this.key?.apiKey ?? null;
  }

  get follows(): FollowedMarkets {
    return this.markets;
  }

  get isBundled(): boolean {
    return this.bundled;
  }

  get isSilent(): boolean {
    return this.key === null;
  }

  send(frame: Buffer): void {
    this.connection.send(frame);
  }

  lost(reason: string): void {
    this.connection.cut(CLOSE.restart, reason);
  }

  cut(code: number, reason: string): void {
    this.connection.cut(code, reason);
  }

  private async hear(text: string): Promise<void> {
    try {
      const request = readMessage(UserSubscription, text, STREAM_FORM);
      if (this.key === null) await this.begin(request);
      else this.change(request);
    } catch (error) {
      // The reason of a close frame is at most 123 bytes.
      if (!(error instanceof BadMessage)) return this.connection.cut(CLOSE.policy, messageOf(error).slice(0, 120));
      this.connection.refuse(error);
    }
  }

  private async begin({ auth, markets, since = null, lineage = null }: UserSubscription): Promise<void> {
    if (!auth) throw new Error('the first message holds auth');
    const key = await this.access.prove(auth);
    if (this.isOver) return;
    if (!this.access.enter(key.apiKey)) throw new Error(`more than ${this.bounds.keyConnections} connections of one key`);
    this.key = key;
    this.setMarkets({ isAll: !markets?.length, named: new Set(smallOf(markets ?? [])) });
    this.last = since ?? this.streams.lastOf(key.address);
    this.bundled = since !== null;
    if (since === null) this.streams.follow(key.address, this);
    else if (isOfLineage({ sequence: since, lineage }, this.streams.lineage)) this.catchUp(key.address, since);
    else this.send(this.follow(key.address, 'snapshot_required'));
  }

  /** Sends the missed steps, a few at a time, and then follows. */
  private catchUp(owner: Address, after: number): void {
    let to: number | null = null;
    this.dumps.send(
      () => {
        const missed = this.streams.missed(owner, this, after);
        to = missed?.to ?? null;
        const isEnd = missed === null || missed.to === null;
        const frames = isEnd ? [this.follow(owner, missed === null ? 'snapshot_required' : 'resumed')] : missed.frames;
        return { frames, bytes: bytesOf(frames), begun: 1 };
      },
      () => {
        if (to !== null) this.catchUp(owner, to);
      },
    );
  }

  /** Follows from now on. Returns the message that says so. */
  private follow(owner: Address, event_type: 'resumed' | 'snapshot_required'): Buffer {
    const now = this.streams.lastOf(owner);
    this.last = event_type === 'resumed' ? Math.max(this.last, now) : now;
    this.streams.follow(owner, this);
    const message: ResumedMessage | SnapshotRequiredMessage = { event_type, sequence: this.last, lineage: this.streams.lineage };
    return frameOf(message);
  }

  private change({ operation, markets }: UserSubscription): void {
    const isSubscribe = operation !== 'unsubscribe';
    // No markets named: all markets, or none.
    if (!markets?.length) return this.setMarkets({ isAll: isSubscribe, named: new Set() });
    const { isAll } = this.markets;
    const named = new Set(this.markets.named);
    for (const market of smallOf(markets))
      if (isSubscribe === isAll) named.delete(market);
      else named.add(market);
    this.setMarkets({ isAll, named });
  }

  private setMarkets(markets: FollowedMarkets): void {
    if (markets.named.size > this.bounds.subscriptions)
      throw new Error(`more than ${this.bounds.subscriptions} markets on one connection`);
    this.markets = markets;
  }

  private end(): void {
    this.isOver = true;
    if (this.key !== null) this.streams.unfollow(this.key.address, this);
  }
}

function smallOf(markets: readonly string[]): readonly string[] {
  return markets.map((market) => market.toLowerCase());
}
