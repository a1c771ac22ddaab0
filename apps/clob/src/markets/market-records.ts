import { Inject, Injectable } from '@nestjs/common';
import type { MarketRecord } from '@foretell/contracts';
import { CLOCK, Encoded, holdNewest, type Clock } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { ratesInForce } from '../market-directory/reward-rates';
import { DAY_MILLIS } from '../market-directory/utc-day';
import { marketRecord, wholeRecord } from './market-record.mapper';
import { MarketRecordsQuery, type ListedMarket } from './market-record.query';

/** About 6 kB each in one format, 14 kB in all three. */
const MARKETS_MAX = 5_000;

/** Selects the fields of a response; one function per format, also the cache key of its bytes. */
export type RecordForm<T> = (record: MarketRecord) => T;

interface CachedMarket {
  readonly described: number;
  readonly listed: ListedMarket;
  /** Built from this entry and this version of the book, with the reward rates of this day since 1970. */
  made?: {
    readonly entry: MarketEntry;
    readonly version: number;
    readonly day: number;
    readonly forms: Map<RecordForm<unknown>, Encoded<unknown>>;
  };
}

/**
 * Caches markets: a description is read once until it changes (MarketEntry.described); a record is rebuilt when the market or
 * its book changes, and each UTC day. The oldest are evicted first.
 */
@Injectable()
export class MarketRecords {
  private readonly cached = new Map<string, CachedMarket>();

  constructor(
    private readonly records: MarketRecordsQuery,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The record as bytes; undefined for a market that is not listed. Synchronous when it is cached. */
  one(conditionId: string): Encoded<MarketRecord> | undefined | Promise<Encoded<MarketRecord> | undefined> {
    const entry = this.directory.byCondition(conditionId);
    const cached = entry && this.cachedOf(entry);
    if (entry === undefined || cached !== undefined) return entry && cached && this.made(entry, cached, wholeRecord);
    return this.list([conditionId], wholeRecord).then(([record]) => record);
  }

  /** Records in the order of their conditions, without those that are not listed or whose commit is not applied here yet. */
  async list<T>(conditionIds: readonly string[], form: RecordForm<T>): Promise<readonly Encoded<T>[]> {
    const all = await this.cachedOrRead(conditionIds);
    return conditionIds.flatMap((conditionId) => {
      const [entry, cached] = [this.directory.byCondition(conditionId), all.get(conditionId)];
      return entry && cached ? [this.made(entry, cached, form)] : [];
    });
  }

  /** The descriptions of these markets, in order, without unlisted ones; of the reward rates those of today. */
  async listed(conditionIds: readonly string[]): Promise<readonly ListedMarket[]> {
    const all = await this.cachedOrRead(conditionIds);
    return conditionIds.flatMap((conditionId) => {
      const cached = all.get(conditionId);
      return cached === undefined ? [] : [this.today(cached)];
    });
  }

  private today({ listed }: CachedMarket): ListedMarket {
    const { rewardsRates } = listed;
    return rewardsRates.length === 0 ? listed : { ...listed, rewardsRates: ratesInForce(rewardsRates, this.clock()) };
  }

  private cachedOf({ conditionId, described }: MarketEntry): CachedMarket | undefined {
    const cached = this.cached.get(conditionId);
    return cached?.described === described ? cached : undefined;
  }

  private made<T>(entry: MarketEntry, cached: CachedMarket, form: RecordForm<T>): Encoded<T> {
    const view = this.views.of(entry.conditionId);
    const { version } = view;
    const day = Math.floor(this.clock() / DAY_MILLIS);
    let { made } = cached;
    if (made?.entry !== entry || made.version !== version || made.day !== day)
      made = cached.made = { entry, version, day, forms: new Map() };
    const { forms } = made;
    const known = forms.get(form);
    if (known !== undefined) return known as Encoded<T>;
    const record = Encoded.of(form(marketRecord(this.today(cached), entry, view)));
    forms.set(form, record);
    return record;
  }

  /** Uncached ones are read by one query. */
  private async cachedOrRead(conditionIds: readonly string[]): Promise<ReadonlyMap<string, CachedMarket>> {
    const all = new Map<string, CachedMarket>();
    const unread = new Map<string, number>();
    for (const conditionId of conditionIds) {
      const entry = this.directory.byCondition(conditionId);
      const cached = entry && this.cachedOf(entry);
      if (cached !== undefined) all.set(conditionId, cached);
      else if (entry !== undefined) unread.set(conditionId, entry.described);
    }
    if (unread.size === 0) return all;
    for (const listed of await this.records.described([...unread.keys()])) {
      const { conditionId } = listed;
      const cached: CachedMarket = { described: unread.get(conditionId) ?? 0, listed };
      all.set(conditionId, cached);
      // A change during the read may or may not be included.
      if (this.directory.byCondition(conditionId)?.described === cached.described)
        holdNewest(this.cached, conditionId, cached, MARKETS_MAX);
    }
    return all;
  }
}
