import type { CatalogBatch, PlacedRow } from '@foretell/contracts';
import { definedOf, isFields, type Fields } from '@foretell/platform-server';
import {
  ImportInput,
  type EventInput,
  type MarketInput,
  type Readings,
  type SeriesInput,
  type TagInput,
} from '../store/import-input';
import { EVENT_SOURCE, MARKET_SOURCE, SERIES_SOURCE, TAG_SOURCE } from '@foretell/contracts';
import { storableFields } from './source-fields';
import { isStorableJson, RowReader, shownId } from './row-reader';
import { catalogRowOf, isTradingRow } from './trading-row';
import { readTokens, readConditionId } from './tokens';
import { readTradingTerms } from './trading-terms';

interface Context {
  readonly input: ImportInput;
  /** For a market: its position in the file; for an event: the position of its first market among all. */
  readonly position: number;
  readonly takesBaseFees: boolean;
}

/**
 * Parses one row of the public catalog format into `input`. An invalid row or part is refused with its reasons; the rest is
 * stored.
 */
export function readRow(
  input: ImportInput,
  { shape, baseFees = false }: Pick<CatalogBatch, 'shape' | 'baseFees'>,
  { place, row, position = 0 }: PlacedRow,
): void {
  const context = { input, position, takesBaseFees: baseFees };
  input.beginRow(place, shape === 'markets' || position === 0);
  if (shape === 'events') readEvent(context, place, row);
  else readMarket(context, place, row, null);
}

/** @returns the event's id, or null when it was refused */
function readEvent(context: Context, place: string, row: unknown): number | null {
  if (!isFields(row)) return refuse(context, place, row, ['an event must be an object']);
  const reader = new RowReader(row);
  const event = eventFields(reader, row);
  const tags = reader.rows('tags');
  const series = reader.rows('series');
  const markets = reader.rows('markets');
  if (reader.faults.length > 0) return refuse(context, place, row, reader.faults);
  const { source, left } = storableFields('event', EVENT_SOURCE, row);
  reportAdjustments(context, place, row, left);
  context.input.addEvent({
    ...event,
    source,
    ...(tags === undefined ? {} : { tagIds: readTags(context, place, tags) }),
    ...(series === undefined ? {} : { seriesIds: readAllSeries(context, place, series) }),
  });
  markets?.forEach((market, index) => {
    const position = context.position + index;
    readMarket({ ...context, position }, `${place}, market ${position + 1}`, market, event.id);
  });
  return event.id;
}

function eventFields(reader: RowReader, row: Fields): EventInput {
  const creator = reader.name('creator');
  const own = [...(creator === undefined || creator === '' ? [] : [creator.toLowerCase()]), ...(readSites(reader) ?? [])];
  return {
    id: reader.id(),
    slug: reader.requiredName('slug'),
    title: reader.requiredName('title'),
    ...definedOf({
      ticker: reader.name('ticker'),
      description: reader.text('description'),
      resolutionSource: reader.text('resolutionSource'),
      startDate: reader.instant('startDate'),
      creationDate: reader.instant('creationDate'),
      endDate: reader.instant('endDate'),
      image: reader.text('image'),
      icon: reader.text('icon'),
      active: reader.flag('active'),
      catalogClosed: reader.flag('closed'),
      archived: reader.flag('archived'),
      createdAt: reader.instant('createdAt'),
      updatedAt: reader.instant('updatedAt'),
      eventMetadata: readMetadata(reader),
      ownSites: own.length > 0 || Object.hasOwn(row, 'sites') ? [...new Set(own)] : undefined,
    } satisfies Readings<EventInput, 'tagIds' | 'seriesIds' | 'source'>),
  };
}

function readMetadata(reader: RowReader): Fields | undefined {
  const metadata = reader.object('eventMetadata');
  if (metadata === undefined) return undefined;
  return isStorableJson(JSON.stringify(metadata)) ? metadata : reader.fault('eventMetadata contains U+0000 or half a character');
}

function readMarket(context: Context, place: string, row: unknown, ofEvent: number | null): void {
  if (!isFields(row)) return void refuse(context, place, row, ['a market must be an object']);
  if (isTradingRow(row)) readMarketFields(context, place, catalogRowOf(row), { ofEvent, isOfTrading: true });
  else readMarketFields(context, place, row, { ofEvent, isOfTrading: false });
}

interface Provenance {
  /** The event whose row contained it. */
  readonly ofEvent: number | null;
  readonly isOfTrading: boolean;
}

function readMarketFields(context: Context, place: string, row: Fields, { ofEvent, isOfTrading }: Provenance): void {
  const reader = new RowReader(row);
  const fields = marketFields(context, reader, row);
  const { terms, adjustments } = readTradingTerms(reader, context.takesBaseFees);
  const tags = reader.rows('tags');
  const eventRows = ofEvent === null ? reader.rows('events') : undefined;
  if (reader.faults.length > 0) return void refuse(context, place, row, reader.faults);
  const eventIds = eventRows?.map((event, index) => readEvent(context, `${place}, event ${index + 1}`, event));
  if (!areAllRead(eventIds)) return void refuse(context, place, row, ['its event was refused']);
  const { source, left } = storableFields('market', MARKET_SOURCE, row);
  context.input.addMarket({
    place,
    fields: { ...fields, source, ...(tags === undefined ? {} : { ownTagIds: readTags(context, place, tags) }) },
    terms,
    events:
      eventIds === undefined ? { kind: 'also', ids: ofEvent === null ? [] : [ofEvent] } : { kind: 'exactly', ids: eventIds },
    isOfTrading,
  });
  reportAdjustments(context, place, row, [...adjustments, ...left]);
}

function areAllRead(ids: readonly (number | null)[] | undefined): ids is readonly number[] | undefined {
  return ids?.includes(null) !== true;
}

function reportAdjustments({ input }: Context, place: string, row: Fields, reasons: readonly string[]): void {
  for (const reason of reasons) input.adjusted.push({ place, id: shownId(row), reason });
}

function marketFields({ position }: Context, reader: RowReader, row: Fields): MarketInput['fields'] {
  const own = readSites(reader) ?? [];
  const creator = reader.name('creator');
  return {
    id: reader.id(),
    slug: reader.requiredName('slug'),
    question: reader.requiredName('question'),
    ...definedOf({
      conditionId: readConditionId(reader),
      resolutionSource: reader.text('resolutionSource'),
      startDate: reader.instant('startDate'),
      endDate: reader.instant('endDate'),
      image: reader.text('image'),
      icon: reader.text('icon'),
      description: reader.text('description'),
      outcomes: reader.texts('outcomes'),
      tokenIds: readTokens(reader),
      active: reader.flag('active'),
      catalogClosed: reader.flag('closed'),
      archived: reader.flag('archived'),
      createdAt: reader.instant('createdAt'),
      updatedAt: reader.instant('updatedAt'),
      questionId: reader.name('questionID'),
      volume: reader.decimal('volumeNum') ?? reader.decimal('volume'),
      groupItemThreshold: reader.decimal('groupItemThreshold'),
      position,
      liquidity: reader.decimal('liquidityNum') ?? reader.decimal('liquidity'),
      creator: creator === '' ? undefined : creator,
      ownSites: own.length > 0 || Object.hasOwn(row, 'sites') ? [...new Set(own)] : undefined,
    } satisfies Readings<MarketInput['fields'], 'ownTagIds' | 'source'>),
  };
}

function readSites(reader: RowReader): readonly string[] | undefined {
  return reader
    .texts('sites')
    ?.map((site) => site.trim().toLowerCase())
    .filter((site) => site !== '');
}

function readTags(context: Context, place: string, rows: readonly unknown[]): readonly number[] {
  return readParts(context, place, 'tag', rows, (reader, row) => {
    const slug = reader.requiredName('slug');
    const tag = {
      id: reader.id(),
      slug,
      label: reader.name('label') ?? slug,
      source: storableFields('tag', TAG_SOURCE, row).source,
      ...definedOf({
        createdAt: reader.instant('createdAt'),
        updatedAt: reader.instant('updatedAt'),
        requiresTranslation: reader.flag('requiresTranslation'),
      } satisfies Readings<Omit<TagInput, 'label'>, 'source'>),
    };
    return { id: tag.id, add: () => context.input.addTag(tag) };
  });
}

function readAllSeries(context: Context, place: string, rows: readonly unknown[]): readonly number[] {
  return readParts(context, place, 'series', rows, (reader, row) => {
    const series = {
      id: reader.id(),
      slug: reader.requiredName('slug'),
      title: reader.requiredName('title'),
      source: storableFields('series', SERIES_SOURCE, row).source,
      ...definedOf({
        ticker: reader.name('ticker'),
        seriesType: reader.name('seriesType'),
        recurrence: reader.name('recurrence'),
        image: reader.text('image'),
        icon: reader.text('icon'),
        active: reader.flag('active'),
        closed: reader.flag('closed'),
        archived: reader.flag('archived'),
        createdAt: reader.instant('createdAt'),
        updatedAt: reader.instant('updatedAt'),
      } satisfies Readings<SeriesInput, 'source'>),
    };
    return { id: series.id, add: () => context.input.addSeries(series) };
  });
}

/**
 * Parses the tags or series of a row; an invalid part is refused on its own.
 * @returns the ids of the others, each once
 */
function readParts(
  context: Context,
  place: string,
  kind: string,
  rows: readonly unknown[],
  read: (reader: RowReader, row: Fields) => { readonly id: number; readonly add: () => void },
): readonly number[] {
  const ids = rows.flatMap((row, index) => {
    const at = `${place}, ${kind} ${index + 1}`;
    if (!isFields(row)) return refuse(context, at, row, [`a ${kind} must be an object`]) ?? [];
    const reader = new RowReader(row);
    const part = read(reader, row);
    if (reader.faults.length > 0) return refuse(context, at, row, reader.faults) ?? [];
    part.add();
    return [part.id];
  });
  return [...new Set(ids)];
}

function refuse({ input }: Context, place: string, row: unknown, faults: readonly string[]): null {
  input.refused.push({ place, id: shownId(row), reason: faults.join('; ') });
  return null;
}
