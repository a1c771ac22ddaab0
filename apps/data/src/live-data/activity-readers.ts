import type { ActivityFilter, ActivityMessageType } from '@foretell/contracts';

/** A connection as the feed sees it. */
export interface ActivityReader {
  /** Sends a message that lacks its last field and its end; the reader appends both. */
  send(message: Buffer): void;
}

/** The fields by which filters select a trade. */
export interface TradeSlugs {
  readonly slug: string;
  readonly eventSlug: string;
}

/** The readers by filter. */
export class ActivityReaders {
  private readonly sets = new Map<string, Set<ActivityReader>>();

  get isEmpty(): boolean {
    return this.sets.size === 0;
  }

  add(type: ActivityMessageType, filter: ActivityFilter, reader: ActivityReader): void {
    const key = keyOf(type, filter);
    const readers = this.sets.get(key) ?? new Set<ActivityReader>();
    this.sets.set(key, readers.add(reader));
  }

  remove(type: ActivityMessageType, filter: ActivityFilter, reader: ActivityReader): void {
    const key = keyOf(type, filter);
    const readers = this.sets.get(key);
    if (readers?.delete(reader) === true && readers.size === 0) this.sets.delete(key);
  }

  /** Each reader once, even if several of its subscriptions match the trade. */
  of(type: ActivityMessageType, { slug, eventSlug }: TradeSlugs): readonly ActivityReader[] {
    const filters: ActivityFilter[] = [null, { field: 'market_slug', slug }, { field: 'event_slug', slug: eventSlug }];
    const sets = filters.map((filter) => this.sets.get(keyOf(type, filter))).filter((set) => set !== undefined);
    const [first] = sets;
    return sets.length === 1 && first !== undefined ? [...first] : [...new Set(sets.flatMap((set) => [...set]))];
  }
}

export function keyOf(type: ActivityMessageType, filter: ActivityFilter): string {
  return filter === null ? type : `${type} ${filter.field} ${filter.slug}`;
}
