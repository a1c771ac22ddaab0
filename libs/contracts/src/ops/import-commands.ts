import { FlagField, IntegerField, ListField, OneOfField, PlacedRowsField, RowField, TextField, TextsField } from './fields';

/** Limits the size of a transaction. */
const CATALOG_ROWS_MAX = 1000;
const PROFILE_ROWS_MAX = 10_000;
const SHAPES = ['events', 'markets'] as const;

export class PlacedRow {
  @TextField({ description: 'Where the row stood in the file' })
  readonly place!: string;

  @RowField({ description: 'The row as it stood there' })
  readonly row!: unknown;

  @IntegerField({
    description:
      'Of a market: where its row stands among those of the file. Of an event that is sent in parts: where the first of its markets stands among all of them',
    minimum: 0,
    isOptional: true,
  })
  readonly position?: number;
}

export class CatalogBatch {
  @OneOfField({ description: 'What each row is', names: SHAPES })
  readonly shape!: (typeof SHAPES)[number];

  @PlacedRowsField({
    description: 'Rows in the public catalog format, with the place where each stood in the file',
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
      'Where a row gives a base fee and no fee schedule: take it as the rate in basis points, exponent 1; else it is reported',
    isOptional: true,
  })
  readonly baseFees?: boolean;
}

/** A row of a file that was not accepted unchanged. */
export class Refusal {
  @TextField({ description: 'Where the row stood' })
  readonly place!: string;

  @TextField({ description: 'Its id, as far as it has one', isNullable: true })
  readonly id!: string | null;

  @TextField({ description: 'Why' })
  readonly reason!: string;
}

export class CatalogBatchResult {
  @IntegerField({ description: 'Events stored', minimum: 0 })
  readonly events!: number;

  @IntegerField({ description: 'Markets stored', minimum: 0 })
  readonly markets!: number;

  @IntegerField({ description: 'Rows that brought something new', minimum: 0 })
  readonly stored!: number;

  @IntegerField({ description: 'Rows of which all is held already, in the same or a newer form', minimum: 0 })
  readonly unchanged!: number;

  @ListField(() => Refusal, { description: 'Rows not stored' })
  readonly refused!: readonly Refusal[];

  @ListField(() => Refusal, {
    description: 'Rows stored with a value that trading does not know replaced by the nearest that it does, or left out',
  })
  readonly adjusted!: readonly Refusal[];

  @ListField(() => Refusal, { description: 'Rows stored under a slug that another market or event bears as well' })
  readonly duplicateSlugs!: readonly Refusal[];

  @ListField(() => Refusal, { description: 'Rows stored whose market gets no order book' })
  readonly withoutOrderBook!: readonly Refusal[];
}

export class ProfileBatch {
  @PlacedRowsField({
    description: 'Profiles, each with its wallet in proxyWallet, and where each stood in the file',
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
