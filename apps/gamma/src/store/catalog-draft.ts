import { isDeepStrictEqual } from 'node:util';
import type { CatalogEvent, CatalogInstant, MarketChangedV1 } from '@foretell/contracts';
import { distinct, eventSites, isEventClosed, marketSites, marketTagIds } from '../catalog/derive';
import { marketEvent } from '../catalog/market-event';
import { NEW_EVENT, NEW_MARKET, NEW_SERIES, NEW_TAG, NEW_TRADING } from '../catalog/records';
import type { EventRecord, MarketRecord, SeriesRecord, TagRecord } from '../catalog/records';
import type { SourceRow } from '../catalog/tables';
import { Drafts } from './drafts';
import type { EventInput, Listing, MarketInput, SeriesInput, TagInput, TakenOver } from './import-input';
import { eventIdsAfter } from './event-ids';
import { publishedTerms } from './published-terms';
import { ageOf, mergeRow } from './merge-row';

/** The stored state of everything that a change touches: see CatalogStore.load. */
export interface StoredCatalog {
  readonly tags: readonly TagRecord[];
  readonly series: readonly SeriesRecord[];
  readonly events: readonly EventRecord[];
  readonly markets: readonly MarketRecord[];
}

/** The rows to write. */
export interface CatalogChange {
  readonly tags: readonly TagRecord[];
  readonly series: readonly SeriesRecord[];
  readonly events: readonly EventRecord[];
  readonly markets: readonly MarketRecord[];
  readonly searched: readonly SearchedChange[];
}

/** An event whose search results changed. */
export interface SearchedChange {
  readonly eventId: number;
  /** Whether its title, description, slug or tags, or the questions of its markets, changed. */
  readonly hasNewWords: boolean;
}

/**
 * A pending change of the catalog: the stored records, the new values merged over them, and what derives from both. A row older
 * than the stored one changes nothing but adds an event to its markets, so that snapshots may be imported in any order. Pure; the
 * caller loads, under the lock of the journal's head, all markets of every event that it is going to touch.
 */
export class CatalogDraft {
  private readonly tags: Drafts<TagRecord>;
  private readonly series: Drafts<SeriesRecord>;
  private readonly events: Drafts<EventRecord>;
  private readonly markets: Drafts<MarketRecord>;
  private readonly touchedEvents = new Set<number>();
  /** Events that a market has left. */
  private readonly leftEvents = new Set<number>();

  constructor(stored: StoredCatalog) {
    this.tags = new Drafts(stored.tags);
    this.series = new Drafts(stored.series);
    this.events = new Drafts(stored.events);
    this.markets = new Drafts(stored.markets);
  }

  putTag(input: TagInput): void {
    const stored = this.tags.get(input.id);
    this.tags.put(stored === undefined ? { ...NEW_TAG, ...input } : withSource(stored, input, NEW_TAG));
  }

  putSeries(input: SeriesInput): void {
    const stored = this.series.get(input.id);
    this.series.put(stored === undefined ? { ...NEW_SERIES, ...input } : withSource(stored, input, NEW_SERIES));
  }

  putEvent(input: EventInput, listing: Listing): void {
    const stored = this.events.get(input.id);
    const event = stored === undefined ? { ...NEW_EVENT, ...input } : withSource(stored, input, NEW_EVENT);
    this.events.put(listed(event, listing));
    this.touchedEvents.add(input.id);
  }

  /** Replaces a derived market id by the catalog's; the market is published and counted as changed. */
  takeOverMarket({ from, to }: TakenOver): void {
    this.markets.move(from, to);
  }

  putMarket({ fields, terms, events }: MarketInput, listing: Listing): MarketRecord {
    const stored = this.markets.get(fields.id);
    const age = stored === undefined ? 'newer' : ageOf(fields, stored);
    const eventIds = eventIdsAfter(stored?.eventIds ?? [], events, age);
    const market =
      stored === undefined
        ? { ...NEW_MARKET, ...fields, eventIds, trading: { ...NEW_TRADING, ...terms } }
        : { ...withSource(stored, fields, NEW_MARKET), eventIds, trading: mergeRow(stored.trading, terms, age, NEW_TRADING) };
    const put = listed(market, listing);
    this.markets.put(put);
    for (const id of [...(stored?.eventIds ?? []), ...eventIds]) this.touchedEvents.add(id);
    for (const id of stored?.eventIds ?? []) if (!eventIds.includes(id)) this.leftEvents.add(id);
    return put;
  }

  /** Applies trading's states of conditions, in their order. Unknown conditions are ignored. */
  setTradingStates(states: readonly MarketChangedV1[]): void {
    const byCondition = new Map<string | null, MarketChangedV1[]>();
    for (const state of states) byCondition.set(state.conditionId, [...(byCondition.get(state.conditionId) ?? []), state]);
    for (const market of this.markets.all()) {
      const published = byCondition.get(market.conditionId);
      if (published === undefined) continue;
      this.markets.put(published.reduce(withTradingState, market));
      for (const id of market.eventIds) this.touchedEvents.add(id);
    }
  }

  /** Computes what derives, and what differs from the stored state. */
  change(): CatalogChange {
    const markets = [...this.markets.all()];
    for (const market of markets) {
      const events = this.eventsOf(market, (id) => this.events.get(id));
      this.markets.put({ ...market, tagIds: marketTagIds(market, events), sites: marketSites(market, events) });
    }
    const marketsByEvent = this.marketsByEvent();
    const searched: SearchedChange[] = [];
    for (const id of this.touchedEvents) {
      const event = this.events.get(id);
      if (event === undefined) continue;
      const own = (marketsByEvent.get(id) ?? []).toSorted((a, b) => a.id - b.id);
      const settled = { ...event, closed: isEventClosed(event, own), sites: eventSites(event, own) };
      this.events.put(settled);
      const hasNewWords = this.hasNewWords(settled, own);
      if (hasNewWords || this.isSearchStale(settled, own)) searched.push({ eventId: id, hasNewWords });
    }
    return {
      tags: this.tags.changed(),
      series: this.series.changed(),
      events: this.events.changed(),
      markets: this.markets.changed(),
      searched,
    };
  }

  /** The events to publish for the change. */
  facts(): CatalogEvent[] {
    const changed: CatalogEvent[] = [];
    for (const market of this.markets.all()) {
      const after = this.published(
        market,
        (id) => this.events.get(id),
        (id) => this.tags.get(id),
      );
      const stored = this.markets.before(market.id);
      const before =
        stored &&
        this.published(
          stored,
          (id) => this.events.before(id),
          (id) => this.tags.before(id),
        );
      if (!isDeepStrictEqual(before, after)) changed.push(after);
    }
    return changed;
  }

  /** Whether the record with this id differs from the stored one. */
  isMarketChanged(id: number): boolean {
    return this.markets.isChanged(id);
  }

  isEventChanged(id: number): boolean {
    return this.events.isChanged(id);
  }

  private marketsByEvent(): ReadonlyMap<number, readonly MarketRecord[]> {
    const groups = new Map<number, MarketRecord[]>();
    for (const market of this.markets.all()) {
      for (const eventId of market.eventIds) {
        const group = groups.get(eventId);
        if (group === undefined) groups.set(eventId, [market]);
        else group.push(market);
      }
    }
    return groups;
  }

  private hasNewWords({ id, title, slug, ticker, description, tagIds }: EventRecord, markets: readonly MarketRecord[]): boolean {
    const before = this.events.before(id);
    const words = { title, slug, ticker, description, tagIds };
    if (before === undefined || this.leftEvents.has(id) || !isDeepStrictEqual({ ...before, ...words }, before)) return true;
    return markets.some((market) => {
      const stored = this.markets.before(market.id);
      return stored?.question !== market.question || !stored.eventIds.includes(id);
    });
  }

  private isSearchStale({ id }: EventRecord, markets: readonly MarketRecord[]): boolean {
    return this.events.isChanged(id) || markets.some((market) => this.markets.before(market.id)?.volume !== market.volume);
  }

  private published(
    market: MarketRecord,
    eventBy: (id: number) => EventRecord | undefined,
    tagBy: (id: number) => TagRecord | undefined,
  ): CatalogEvent {
    const [event] = this.eventsOf(market, eventBy);
    return marketEvent(
      market,
      event,
      market.tagIds.flatMap((id) => tagBy(id) ?? []),
    );
  }

  private eventsOf(market: MarketRecord, eventBy: (id: number) => EventRecord | undefined): readonly EventRecord[] {
    return market.eventIds.flatMap((id) => eventBy(id) ?? []);
  }
}

interface Sourced {
  readonly id: number;
  readonly source: SourceRow;
  readonly updatedAt: CatalogInstant;
}

/** Merges the source's other fields, too: those that a row omits stay. */
function withSource<R extends Sourced>(stored: R, input: Partial<R>, fresh: Partial<R>): R {
  const age = ageOf(input, stored);
  if (age === 'older') return stored;
  const after = mergeRow(stored, input, age, fresh);
  return input.source === undefined ? after : { ...after, source: mergeRow(stored.source, input.source, age, {}) };
}

function listed<R extends { readonly ownSites: readonly string[]; readonly listedOn: readonly string[] }>(
  record: R,
  { on, off }: Listing,
): R {
  if (on.length === 0 && off.length === 0) return record;
  return {
    ...record,
    ownSites: record.ownSites.filter((site) => !off.includes(site)),
    listedOn: distinct([...record.listedOn, ...on])
      .filter((site) => !off.includes(site))
      .toSorted(),
  };
}

function withTradingState(market: MarketRecord, state: MarketChangedV1): MarketRecord {
  const tradingClosed = state.status === 'closed' || state.status === 'resolved';
  return { ...market, tradingClosed, tradingOverrides: publishedTerms(market, state) };
}
