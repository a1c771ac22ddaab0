import type { Column, ColumnKind } from './column-reader';
import { arrayLiteral } from '../recorder/array-literal';

const TYPES: Readonly<Record<ColumnKind, string>> = {
  hash: 'text',
  wallet: 'text',
  owner: 'text',
  condition: 'text',
  code: 'text',
  optionalCode: 'text',
  flag: 'boolean',
  tiny: 'smallint',
  small: 'int',
  optionalSmall: 'int',
  big: 'bigint',
  optionalBig: 'bigint',
};

/** The columns' names for a SQL text. */
export function namesOf(columns: readonly Column<never>[]): string {
  return columns.map(({ column }) => column).join(', ');
}

/** Parameters from $1 that hold the columns' values as arrays, for unnest. */
export function arraysOf(columns: readonly Column<never>[], used = 0): string {
  return columns.map(({ kind }, index) => `$${used + index + 1}::${TYPES[kind]}[]`).join(', ');
}

/** What an upsert sets: each column to what it would have inserted. */
export function excludedOf(columns: readonly Column<never>[]): string {
  return columns.map(({ column }) => `${column} = excluded.${column}`).join(', ');
}

/** The values of those parameters. */
export function valuesOf<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return columns.map(({ field }) => arrayLiteral(rows.map((row) => row[field] as string | number | boolean | null)));
}

/** The fields of a row for a SELECT that answers it under its own names. */
export function selected<Row>(columns: readonly Column<Row>[], alias: string, fields?: readonly (keyof Row & string)[]): string {
  return columns
    .filter(({ field }) => fields === undefined || fields.includes(field))
    .map(({ column, field }) => `${alias}.${column} as "${field}"`)
    .join(', ');
}
