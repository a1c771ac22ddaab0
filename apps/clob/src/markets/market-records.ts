import { Injectable } from '@nestjs/common';
import type { MarketRecord } from '@foretell/contracts';
import { Encoded, holdNewest } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { marketRecord } from './market-record.mapper';
import { MarketRecordsQuery, type ListedMarket } from './market-record.query';

/** Some 6 kB each. */
const MARKETS_MAX = 10_000;

interface Kept {
  readonly described: number;
  readonly listed: ListedMarket;
  /** Made of this entry and this version of the book. */
  made?: { readonly entry: MarketEntry; readonly version: number; readonly record: Encoded<MarketRecord> };
}

/**
 * Single markets from memory: a description is read once until it changes (MarketEntry.described), the record made anew when the
 * market or its book changes. The longest kept go first.
 */
@Injectable()
export class MarketRecords {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly records: MarketRecordsQuery,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
  ) {}

  /** The record as bytes; undefined for a market that is not listed. Without a promise where nothing has to be read. */
  one(conditionId: string): Encoded<MarketRecord> | undefined | Promise<Encoded<MarketRecord> | undefined> {
    const entry = this.directory.byCondition(conditionId);
    const kept = entry && this.keptOf(entry);
    if (entry === undefined || kept !== undefined) return entry && kept && this.made(entry, kept);
    return this.read(entry).then((read) => {
      const now = this.directory.byCondition(conditionId);
      return read && now && this.made(now, read);
    });
  }

  /** The market's description. */
  async listed(entry: MarketEntry): Promise<ListedMarket | undefined> {
    return (this.keptOf(entry) ?? (await this.read(entry)))?.listed;
  }

  private keptOf({ conditionId, described }: MarketEntry): Kept | undefined {
    const kept = this.kept.get(conditionId);
    return kept?.described === described ? kept : undefined;
  }

  private made(entry: MarketEntry, kept: Kept): Encoded<MarketRecord> {
    const view = this.views.of(entry.conditionId);
    const { version } = view;
    if (kept.made?.entry !== entry || kept.made.version !== version)
      kept.made = { entry, version, record: Encoded.of(marketRecord(kept.listed, entry, view)) };
    return kept.made.record;
  }

  private async read({ conditionId, described }: MarketEntry): Promise<Kept | undefined> {
    const listed = await this.records.one(conditionId);
    if (listed === undefined) return undefined;
    const kept: Kept = { described, listed };
    // What was described anew meanwhile may or may not have been read.
    if (this.directory.byCondition(conditionId)?.described === described) holdNewest(this.kept, conditionId, kept, MARKETS_MAX);
    return kept;
  }
}
