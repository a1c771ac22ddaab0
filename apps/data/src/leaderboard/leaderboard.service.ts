import type { LeaderboardEntry, PublicLeaderboardEntry } from '@foretell/contracts';
import { HttpFailure, type Encoded } from '@foretell/platform-server';
import { Injectable } from '@nestjs/common';
import { PageCache } from '../database/page-cache';
import { ProfilesImport } from '../profiles/profiles.import';
import { pseudonymOf } from '../profiles/pseudonym';
import { fromMicros } from '../wire/json-numbers';
import type { Board, BoardKey } from './board';
import { BoardFollower } from './board.follower';
import { LeaderboardQuery, type BoardProfile } from './leaderboard.query';
import type { Standing } from './ranking';

export interface LeaderboardRequest extends BoardKey {
  readonly limit: number;
  readonly offset: number;
  readonly user: string | null;
  readonly userName: string | null;
}

/** A load takes milliseconds to minutes, depending on the length of the history. */
const RETRY_LATER = { 'Retry-After': '5' };
/** 2,000 pages of about 3 kB. Profiles that another process imported appear within a second. */
const PAGES = { bytesMax: 6_000_000, maxAgeMillis: 1_000 };

@Injectable()
export class LeaderboardService {
  private readonly pages = new PageCache<LeaderboardEntry[]>(PAGES);
  private readonly publicPages = new PageCache<PublicLeaderboardEntry[]>(PAGES);

  constructor(
    private readonly follower: BoardFollower,
    private readonly profiles: ProfilesImport,
    private readonly query: LeaderboardQuery,
  ) {}

  /**
   * A page of the board; with user or userName only those wallets, at their true rank. Throws HttpFailure 503 until the board is
   * loaded.
   */
  page(request: LeaderboardRequest): Encoded<LeaderboardEntry[]> | Promise<Encoded<LeaderboardEntry[]>> {
    const board = this.board();
    return this.pages.of(JSON.stringify(request), this.versionOf(board), () => this.made(board, request));
  }

  /** The same page for public clients, which reject null. */
  publicPage(request: LeaderboardRequest): Encoded<PublicLeaderboardEntry[]> | Promise<Encoded<PublicLeaderboardEntry[]>> {
    const board = this.board();
    const make = async () => (await this.made(board, request)).map(toPublicEntry);
    return this.publicPages.of(JSON.stringify(request), this.versionOf(board), make);
  }

  /** The same page as records. */
  entries(request: LeaderboardRequest): Promise<LeaderboardEntry[]> {
    return this.made(this.board(), request);
  }

  private versionOf(board: Board): string {
    return `${this.follower.loads} ${board.version} ${this.profiles.imports}`;
  }

  private async made(board: Board, request: LeaderboardRequest): Promise<LeaderboardEntry[]> {
    const standings = await this.standings(board, request);
    const profiles = await this.query.profiles(standings.map(({ address }) => address));
    return standings.map((standing) => toEntry(standing, profiles.get(standing.address)));
  }

  private async standings(board: Board, request: LeaderboardRequest): Promise<readonly Standing[]> {
    const { user, userName, offset, limit } = request;
    if (user === null && userName === null) return board.page(request, offset, limit);
    const named = userName === null ? null : await this.query.walletsNamed(userName);
    const wallets = user === null ? (named ?? []) : named === null || named.includes(user) ? [user] : [];
    return wallets
      .map((wallet) => board.placeOf(request, wallet))
      .filter((standing) => standing !== null)
      .sort((one, other) => one.rank - other.rank)
      .slice(offset, offset + limit);
  }

  private board(): Board {
    const { board } = this.follower;
    if (board === null)
      throw new HttpFailure(503, 'the leaderboard is being loaded, try again', 'leaderboard_loading', undefined, RETRY_LATER);
    return board;
  }
}

function toEntry({ rank, address, volumeMicros, pnlMicros }: Standing, profile: BoardProfile | undefined): LeaderboardEntry {
  return {
    rank: String(rank),
    proxyWallet: address,
    userName: profile?.userName ?? profile?.pseudonym ?? pseudonymOf(address),
    vol: fromMicros(volumeMicros),
    pnl: fromMicros(pnlMicros),
    profileImage: profile?.profileImage ?? '',
    xUsername: profile?.xUsername ?? null,
    verifiedBadge: profile?.verifiedBadge ?? null,
  };
}

function toPublicEntry(entry: LeaderboardEntry): PublicLeaderboardEntry {
  return { ...entry, xUsername: entry.xUsername ?? '', verifiedBadge: entry.verifiedBadge ?? false };
}
