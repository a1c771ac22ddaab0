import { UserSubscription, type ResumedMessage, type SnapshotRequiredMessage, type StreamCredentials } from '@foretell/contracts';
import type { ApiKeyRecord } from '@foretell/platform-auth';
import { BadMessage, CLOSE, readMessage, type StreamConnection } from '@foretell/platform-server';
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

  constructor(
    private readonly connection: StreamConnection,
    private readonly streams: UserStreams,
    private readonly bounds: StreamBounds,
    private readonly access: StreamAccess,
  ) {
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

  lost(): void {
    this.connection.cut(CLOSE.restart, 'snapshot required: what happened meanwhile is not held here');
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
      if (!(error instanceof BadMessage)) return this.connection.cut(CLOSE.policy, reasonOf(error));
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
    const now = this.streams.lastOf(key.address);
    this.last = since ?? now;
    this.bundled = since !== null;
    const current = { lineage: this.streams.lineage };
    const isKnown = since !== null && isOfLineage({ sequence: since, lineage }, current.lineage);
    if (since !== null && !(isKnown && this.streams.catchUp(key.address, this))) {
      this.last = now;
      this.connection.sendMessage({
        event_type: 'snapshot_required',
        sequence: now,
        ...current,
      } satisfies SnapshotRequiredMessage);
    } else if (since !== null) {
      this.connection.sendMessage({ event_type: 'resumed', sequence: this.last, ...current } satisfies ResumedMessage);
    }
    this.streams.follow(key.address, this);
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

/** The reason of a close frame is at most 123 bytes. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 120);
}

function smallOf(markets: readonly string[]): readonly string[] {
  return markets.map((market) => market.toLowerCase());
}
