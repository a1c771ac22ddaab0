import type {
  ActivityItem,
  BuilderDay,
  BuilderEntry,
  ClosedPosition,
  DataTrade,
  HoldersItem,
  LeaderboardEntry,
  LiveVolume,
  MarketFigure,
  MarketsTraded,
  PositionItem,
  WalletValue,
} from '@foretell/contracts';
import type { CallOptions } from './http/http-caller';
import type { Query } from './http/query';
import { SurfaceReader, type SurfaceOptions } from './http/surface-reader';

/** A query about one wallet: 0x and 40 hex digits. */
export type WalletQuery = Query & { readonly user: string };
/** A query about markets, by their condition ids. */
export type MarketsQuery = Query & { readonly market: string | readonly string[] };

/** The data surface: what wallets did, hold and won; no credentials. All methods throw ClientError. */
export class DataClient {
  private readonly reader: SurfaceReader;

  constructor(options: SurfaceOptions) {
    this.reader = new SurfaceReader(options);
  }

  /** What a wallet did, newest first. */
  activity(query: WalletQuery, options?: CallOptions): Promise<readonly ActivityItem[]> {
    return this.reader.list('/activity', query, options);
  }

  /** Trades, newest first; without a user each trade once, by its taker. */
  trades(query?: Query, options?: CallOptions): Promise<readonly DataTrade[]> {
    return this.reader.list('/trades', query, options);
  }

  holders(query: MarketsQuery, options?: CallOptions): Promise<readonly HoldersItem[]> {
    return this.reader.list('/holders', query, options);
  }

  positions(query: WalletQuery, options?: CallOptions): Promise<readonly PositionItem[]> {
    return this.reader.list('/positions', query, options);
  }

  closedPositions(query: WalletQuery, options?: CallOptions): Promise<readonly ClosedPosition[]> {
    return this.reader.list('/closed-positions', query, options);
  }

  value(query: WalletQuery, options?: CallOptions): Promise<readonly WalletValue[]> {
    return this.reader.list('/value', query, options);
  }

  traded(query: WalletQuery, options?: CallOptions): Promise<MarketsTraded> {
    return this.reader.object('/traded', query, options);
  }

  leaderboard(query?: Query, options?: CallOptions): Promise<readonly LeaderboardEntry[]> {
    return this.reader.list('/v1/leaderboard', query, options);
  }

  openInterest(query?: Query, options?: CallOptions): Promise<readonly MarketFigure[]> {
    return this.reader.list('/oi', query, options);
  }

  /** Volume of an event's markets. */
  liveVolume(query: Query & { readonly id: string | number }, options?: CallOptions): Promise<readonly LiveVolume[]> {
    return this.reader.list('/live-volume', query, options);
  }

  builderLeaderboard(query?: Query, options?: CallOptions): Promise<readonly BuilderEntry[]> {
    return this.reader.list('/v1/builders/leaderboard', query, options);
  }

  builderVolume(query?: Query, options?: CallOptions): Promise<readonly BuilderDay[]> {
    return this.reader.list('/v1/builders/volume', query, options);
  }

  close(): void {
    this.reader.close();
  }
}
