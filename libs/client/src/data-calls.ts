import type {
  ActivityItem,
  ActivityRequest,
  BuilderDay,
  BuilderEntry,
  BuilderLeaderboardRequest,
  BuilderVolumeRequest,
  ClosedPosition,
  ClosedPositionsRequest,
  DataTrade,
  DataTradesRequest,
  HoldersItem,
  HoldersRequest,
  LeaderboardEntry,
  LeaderboardRequest,
  LiveVolume,
  LiveVolumeRequest,
  MarketFigure,
  MarketsTraded,
  OpenInterestRequest,
  OpenPositionsRequest,
  PositionItem,
  WalletMarketsRequest,
  WalletRequest,
  WalletValue,
} from '@foretell/contracts';
import type { Asked } from './http/query';
import { ServiceReader, type ServiceOptions } from './http/service-reader';
import type { CallOptions } from './http/transport';
import type { Platform } from './platform/platform';

/** The data service: activity, positions and profits of wallets. Needs no credentials. All methods throw ClientError. */
export class DataCalls {
  private readonly reader: ServiceReader;

  constructor(options: ServiceOptions, platform: Pick<Platform, 'connect'>) {
    this.reader = new ServiceReader(options, platform);
  }

  /** Activity of a wallet, newest first. */
  activity(query: Asked<ActivityRequest, 'user'>, options?: CallOptions): Promise<readonly ActivityItem[]> {
    return this.reader.list('/activity', query, options);
  }

  /** Trades, newest first. Without a user, each trade is listed once, by its taker. */
  trades(query?: Asked<DataTradesRequest>, options?: CallOptions): Promise<readonly DataTrade[]> {
    return this.reader.list('/trades', query, options);
  }

  holders(query: Asked<HoldersRequest, 'market'>, options?: CallOptions): Promise<readonly HoldersItem[]> {
    return this.reader.list('/holders', query, options);
  }

  positions(query: Asked<OpenPositionsRequest, 'user'>, options?: CallOptions): Promise<readonly PositionItem[]> {
    return this.reader.list('/positions', query, options);
  }

  closedPositions(query: Asked<ClosedPositionsRequest, 'user'>, options?: CallOptions): Promise<readonly ClosedPosition[]> {
    return this.reader.list('/closed-positions', query, options);
  }

  value(query: Asked<WalletMarketsRequest, 'user'>, options?: CallOptions): Promise<readonly WalletValue[]> {
    return this.reader.list('/value', query, options);
  }

  traded(query: Asked<WalletRequest, 'user'>, options?: CallOptions): Promise<MarketsTraded> {
    return this.reader.object('/traded', query, options);
  }

  leaderboard(query?: Asked<LeaderboardRequest>, options?: CallOptions): Promise<readonly LeaderboardEntry[]> {
    return this.reader.list('/v1/leaderboard', query, options);
  }

  openInterest(query?: Asked<OpenInterestRequest>, options?: CallOptions): Promise<readonly MarketFigure[]> {
    return this.reader.list('/oi', query, options);
  }

  /** Volume of markets, or of all markets of an event by its id. */
  liveVolume(query: Asked<LiveVolumeRequest>, options?: CallOptions): Promise<readonly LiveVolume[]> {
    return this.reader.list('/live-volume', query, options);
  }

  builderLeaderboard(query?: Asked<BuilderLeaderboardRequest>, options?: CallOptions): Promise<readonly BuilderEntry[]> {
    return this.reader.list('/v1/builders/leaderboard', query, options);
  }

  builderVolume(query?: Asked<BuilderVolumeRequest>, options?: CallOptions): Promise<readonly BuilderDay[]> {
    return this.reader.list('/v1/builders/volume', query, options);
  }

  close(): void {
    this.reader.close();
  }
}
