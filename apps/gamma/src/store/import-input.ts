import type { Refusal } from '@foretell/contracts';
import type { EventRecord, MarketRecord, SeriesRecord, TagRecord } from '../catalog/records';
import type { TradingTerms } from '../catalog/tables';

/** A row's data of a resource: its id, the fields that a new one requires, and any others. Omitted fields stay. */
type Given<R, Required extends keyof R> = Pick<R, Required> & Partial<Omit<R, Required>>;

export type TagInput = Given<TagRecord, 'id' | 'label' | 'slug'>;
export type SeriesInput = Given<SeriesRecord, 'id' | 'slug' | 'title'>;
export type EventInput = Given<Omit<EventRecord, 'closed' | 'sites' | 'listedOn'>, 'id' | 'slug' | 'title'>;
export interface MarketInput {
  readonly place: string;
  readonly fields: Given<
    Omit<MarketRecord, 'eventIds' | 'tagIds' | 'sites' | 'listedOn' | 'trading' | 'tradingClosed' | 'tradingOverrides'>,
    'id' | 'slug' | 'question'
  >;
  readonly terms: Partial<TradingTerms>;
  /** A market's row that lists its events names all of them; a market inside an event's row only gains that event. */
  readonly events: { readonly kind: 'exactly' | 'also'; readonly ids: readonly number[] };
  /** Its row is in the trading format, and its id is derived. */
  readonly isOfTrading: boolean;
}

type RequiredOf<Input> = { readonly [F in keyof Input]-?: object extends Pick<Input, F> ? never : F }[keyof Input];
/** A reader for every optional field of a row, except for those read elsewhere: a column without a reader does not compile. */
export type Readings<Input, Elsewhere extends keyof Input = never> = {
  readonly [F in Exclude<keyof Input, RequiredOf<Input> | Elsewhere>]: Input[F] | undefined;
};

/** The sites that an operator adds all events and markets of a batch to, or removes them from, in lower case. */
export interface Listing {
  readonly on: readonly string[];
  readonly off: readonly string[];
}

/** A stored market with a derived id that a row of the catalog's format claims by its condition, and the id of that row. */
export interface TakenOver {
  readonly from: number;
  readonly to: number;
}

/** The resources that one row of the file names. */
export interface RowSubjects {
  readonly place: string;
  readonly events: number[];
  readonly markets: number[];
}

/** A parsed batch of rows: each resource as often and in the order as it occurs there. */
export class ImportInput {
  readonly tags: TagInput[] = [];
  readonly series: SeriesInput[] = [];
  readonly events: EventInput[] = [];
  readonly markets: MarketInput[] = [];
  readonly rows: RowSubjects[] = [];
  readonly refused: Refusal[] = [];
  readonly adjusted: Refusal[] = [];

  constructor(readonly listing: Listing) {}

  /** Assigns later additions to the next row. A part of a row that was counted already is not counted again. */
  beginRow(place: string, isFirstPart: boolean): void {
    this.row = { place, events: [], markets: [] };
    if (isFirstPart) this.rows.push(this.row);
  }

  addTag(tag: TagInput): void {
    this.tags.push(tag);
  }

  addSeries(series: SeriesInput): void {
    this.series.push(series);
  }

  addEvent(event: EventInput): void {
    this.events.push(event);
    this.row.events.push(event.id);
  }

  addMarket(market: MarketInput): void {
    this.markets.push(market);
    this.row.markets.push(market.fields.id);
  }

  private row: RowSubjects = { place: '', events: [], markets: [] };
}
