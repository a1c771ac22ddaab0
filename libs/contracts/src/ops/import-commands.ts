import { FlagField, IntegerField, ListField, OneOfField, PlacedRowsField, RowField, TextField, TextsField } from './fields';

/** Limits the size of a transaction. */
const CATALOG_ROWS_MAX = 1000;
const PROFILE_ROWS_MAX = 10_000;
const SHAPES = ['events', 'markets'] as const;

export class PlacedRow {
  @TextField({ description: 'Place of the row in the file' })
  readonly place!: string;

  @RowField({ description: 'The row as in the file' })
  readonly row!: unknown;

  @IntegerField({
    description:
      'For a market: its position among the rows of the file. For an event that is sent in parts: the position of its first market in this part among all its markets',
    minimum: 0,
    isOptional: true,
  })
  readonly position?: number;
}

export class CatalogBatch {
  @OneOfField({ description: 'Kind of the rows', names: SHAPES })
  readonly shape!: (typeof SHAPES)[number];

  @PlacedRowsField({
    description: 'Rows in the public catalog format, each with its place in the file',
    type: () => PlacedRow,
    minimum: 1,
    maximum: CATALOG_ROWS_MAX,
  })
  readonly rows!: readonly PlacedRow[];

  @TextsField({ description: 'Site identifiers that list these markets, besides those in the rows' })
  readonly sites!: readonly string[];

  @TextsField({ description: 'Site identifiers that no longer list these markets', isOptional: true })
  readonly unlisted?: readonly string[];

  @FlagField({
    description:
      'For rows with a base fee and no fee schedule: use the base fee as the rate in basis points, with exponent 1. Without this flag such rows are reported',
    isOptional: true,
  })
  readonly baseFees?: boolean;
}

/** A row of a file that was not accepted unchanged. */
export class Refusal {
  @TextField({ description: 'Place of the row in the file' })
  readonly place!: string;

  @TextField({ description: 'Its id, if it has one', isNullable: true })
  readonly id!: string | null;

  @TextField({ description: 'Why' })
  readonly reason!: string;
}

export class CatalogBatchResult {
  @IntegerField({ description: 'Events stored', minimum: 0 })
  readonly events!: number;

  @IntegerField({ description: 'Markets stored', minimum: 0 })
  readonly markets!: number;

  @IntegerField({ description: 'Rows with new data', minimum: 0 })
  readonly stored!: number;

  @IntegerField({ description: 'Rows without new data: the catalog has the same or a newer version', minimum: 0 })
  readonly unchanged!: number;

  @ListField(() => Refusal, { description: 'Rows not stored' })
  readonly refused!: readonly Refusal[];

  @ListField(() => Refusal, {
    description: 'Rows stored with a value that trading does not support replaced by the nearest supported one, or omitted',
  })
  readonly adjusted!: readonly Refusal[];

  @ListField(() => Refusal, { description: 'Rows stored with a slug that another market or event also has' })
  readonly duplicateSlugs!: readonly Refusal[];

  @ListField(() => Refusal, { description: 'Rows stored whose market gets no order book' })
  readonly withoutOrderBook!: readonly Refusal[];
}

export class ProfileBatch {
  @PlacedRowsField({
    description: 'Profiles, each with its wallet in proxyWallet and its place in the file',
    type: () => PlacedRow,
    minimum: 0,
    maximum: PROFILE_ROWS_MAX,
  })
  readonly profiles!: readonly PlacedRow[];
}

export class ProfilesStored {
  @IntegerField({ description: 'Profiles stored', minimum: 0 })
  readonly stored!: number;

  @ListField(() => Refusal, { description: 'Rows not stored' })
  readonly refused!: readonly Refusal[];
}
