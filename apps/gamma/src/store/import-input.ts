import type { CatalogInstant, Refusal } from '@foretell/contracts';
import { isOlder } from '../catalog/instant';
import type { EventRecord, MarketRecord, SeriesRecord, TagRecord } from '../catalog/records';
import type { SourceRow, TradingTerms } from '../catalog/tables';

/** What rows say of a resource: its id, what a new one must have, and whatever else they name. What they do not name stays. */
type Given<R, Required extends keyof R> = Pick<R, Required> & Partial<Omit<R, Required>>;

export type TagInput = Given<TagRecord, 'id' | 'label' | 'slug'>;
export type SeriesInput = Given<SeriesRecord, 'id' | 'slug' | 'title'>;
export type EventInput = Given<Omit<EventRecord, 'closed' | 'sites'>, 'id' | 'slug' | 'title'>;
export interface MarketInput {
  readonly place: string;
  readonly fields: Given<
    Omit<MarketRecord, 'eventIds' | 'tagIds' | 'sites' | 'trading' | 'tradingClosed'>,
    'id' | 'slug' | 'question'
  >;
  readonly terms: Partial<TradingTerms>;
  /** A market's row that lists its events names all of them; a market inside an event's row only gains that event. */
  readonly events: { readonly kind: 'exactly' | 'also'; readonly ids: readonly number[] };
}

type RequiredOf<Input> = { readonly [F in keyof Input]-?: object extends Pick<Input, F> ? never : F }[keyof Input];
/**
 * What the reader of rows says of every field that a row may leave out, but for those read elsewhere: a column that nobody reads
 * does not compile.
 */
export type Readings<Input, Elsewhere extends keyof Input = never> = {
  readonly [F in Exclude<keyof Input, RequiredOf<Input> | Elsewhere>]: Input[F] | undefined;
};

/** A batch of rows, parsed. Of several rows with one id the newer wins field by field, of equally new ones the later. */
export class ImportInput {
  readonly tags = new Map<number, TagInput>();
  readonly series = new Map<number, SeriesInput>();
  readonly events = new Map<number, EventInput>();
  readonly markets = new Map<number, MarketInput>();
  readonly refused: Refusal[] = [];
  readonly adjusted: Refusal[] = [];

  addTag(tag: TagInput): void {
    this.tags.set(tag.id, merged(this.tags.get(tag.id), tag));
  }

  addSeries(series: SeriesInput): void {
    this.series.set(series.id, merged(this.series.get(series.id), series));
  }

  addEvent(event: EventInput): void {
    this.events.set(event.id, merged(this.events.get(event.id), event));
  }

  addMarket(market: MarketInput): void {
    const before = this.markets.get(market.fields.id);
    if (before === undefined) {
      this.markets.set(market.fields.id, market);
      return;
    }
    this.markets.set(market.fields.id, {
      place: market.place,
      fields: merged(before.fields, market.fields),
      terms: isOlder(market.fields, before.fields) ? { ...market.terms, ...before.terms } : { ...before.terms, ...market.terms },
      events:
        market.events.kind === 'exactly'
          ? market.events
          : { kind: before.events.kind, ids: [...before.events.ids, ...market.events.ids] },
    });
  }
}

function merged<T extends Sourced & { readonly updatedAt?: CatalogInstant }>(before: T | undefined, row: T): T {
  if (before === undefined) return row;
  const [under, over]: readonly [T, T] = isOlder(row, before) ? [row, before] : [before, row];
  return { ...under, ...over, ...laid(under, over) };
}

interface Sourced {
  readonly source?: SourceRow;
}

/** The fields of one row over those of another. */
export function laid(under: Sourced | undefined, over: Sourced | undefined): { source: SourceRow } {
  return { source: { ...under?.source, ...over?.source } };
}
