import type { MarketRow } from '@foretell/exchange';
import type { Listing } from './listing';

/** The fields of a listing that the order path needs as they are. */
type EntryField =
  'conditionId' | 'negRisk' | 'slug' | 'question' | 'marketId' | 'active' | 'closed' | 'archived' | 'catalogTerms' | 'sourceWord';

/** What the order path needs of a market without querying the database. */
export interface MarketEntry extends Pick<Listing, EntryField> {
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
  readonly rewards: MarketRewards;
  /** The engine's row as of the last commit. */
  readonly market: MarketRow;
  /** Increases when a column of the market other than the engine's row may have changed. */
  readonly described: number;
}

/** The part of a market's rewards that decides which orders score. */
export interface MarketRewards {
  readonly minSizeMicros: number;
  readonly maxSpreadPips: number;
  readonly rates: Listing['rewardsRates'];
  /** An operator set them: the catalog does not change them. */
  readonly arePinned: boolean;
}

/** A market before and after a commit that listed it, or changed its terms or its state. */
export interface MarketChange {
  readonly before: MarketEntry | undefined;
  readonly after: MarketEntry;
}

/** A token of a market. */
export interface TokenRef {
  readonly entry: MarketEntry;
  readonly outcome: 0 | 1;
}

/** All order-book markets, by condition and by token, as of the last commit. Loaded at recovery, advanced by commits. */
export class MarketDirectory {
  private readonly entries = new Map<string, MarketEntry>();
  private readonly tokens = new Map<string, { readonly conditionId: string; readonly outcome: 0 | 1 }>();

  get size(): number {
    return this.entries.size;
  }

  byCondition(conditionId: string): MarketEntry | undefined {
    return this.entries.get(conditionId);
  }

  byToken(tokenId: string): TokenRef | undefined {
    const token = this.tokens.get(tokenId);
    const entry = token && this.entries.get(token.conditionId);
    return token && entry && { entry, outcome: token.outcome };
  }

  all(): IterableIterator<MarketEntry> {
    return this.entries.values();
  }

  /** Returns markets that are new, or whose terms or state changed. */
  advance(listings: readonly ListingEntry[], markets: readonly MarketRow[]): readonly MarketChange[] {
    const changes: MarketChange[] = [];
    const rows = new Map(markets.map((row) => [row.conditionId, row]));
    for (const listing of listings) {
      const before = this.entries.get(listing.conditionId);
      const market = rows.get(listing.conditionId) ?? before?.market;
      if (market === undefined) continue;
      const listed = entryOf(listing, market);
      const rewards = before?.rewards.arePinned === true ? before.rewards : listed.rewards;
      const after = { ...listed, rewards, described: (before?.described ?? 0) + 1 };
      this.put(after);
      if (before === undefined || isOther(before, after)) changes.push({ before, after });
    }
    for (const [conditionId, market] of rows) {
      const before = this.entries.get(conditionId);
      // A row that came with a listing is already reported.
      if (before === undefined || before.market === market) continue;
      // The time from which orders are accepted is stored apart from the row.
      const described = before.described + (market.status === before.market.status ? 0 : 1);
      const after = { ...before, market, described };
      this.put(after);
      if (isOther(before, after)) changes.push({ before, after });
    }
    return changes;
  }

  /** After an operator pinned a market's rewards. */
  setRewards(conditionId: string, rewards: MarketEntry['rewards']): void {
    const entry = this.entries.get(conditionId);
    if (entry !== undefined) this.put({ ...entry, rewards, described: entry.described + 1 });
  }

  private put(entry: MarketEntry): void {
    this.entries.set(entry.conditionId, entry);
    entry.tokenIds.forEach((tokenId, index) => {
      this.tokens.set(tokenId, { conditionId: entry.conditionId, outcome: index === 0 ? 0 : 1 });
    });
  }
}

function isOther({ market: before, negRisk }: MarketEntry, after: MarketEntry): boolean {
  const { market } = after;
  const isSameTerms = before.tickPips === market.tickPips && before.minimumSizeMicros === market.minimumSizeMicros;
  return !isSameTerms || negRisk !== after.negRisk || before.status !== market.status || before.resolution !== market.resolution;
}

/** The part of a listing that the directory caches. `rewardsPinned` comes from the table; the catalog does not have it. */
export type ListingEntry = { readonly rewardsPinned?: boolean } & Pick<
  Listing,
  | EntryField
  | 'token0Id'
  | 'token1Id'
  | 'outcome0'
  | 'outcome1'
  | 'rewardsRates'
  | 'rewardsMinSizeMicros'
  | 'rewardsMaxSpreadPips'
>;

function entryOf(listing: ListingEntry, market: MarketRow): Omit<MarketEntry, 'described'> {
  const { conditionId, negRisk, slug, question, marketId, active, closed, archived, catalogTerms, sourceWord } = listing;
  return {
    conditionId,
    tokenIds: [listing.token0Id, listing.token1Id],
    outcomes: [listing.outcome0, listing.outcome1],
    negRisk,
    slug,
    question,
    marketId,
    active,
    closed,
    archived,
    catalogTerms,
    sourceWord,
    rewards: {
      minSizeMicros: listing.rewardsMinSizeMicros,
      maxSpreadPips: listing.rewardsMaxSpreadPips,
      rates: listing.rewardsRates,
      arePinned: listing.rewardsPinned === true,
    },
    market,
  };
}
