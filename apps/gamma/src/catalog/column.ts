import type { CatalogInstant } from '@foretell/contracts';
import type { ColumnsOf } from '@foretell/platform-prisma';

/** A column of the catalog: its PostgreSQL type and, for the compiler only, the type of its values in a record. */
export interface Column<Value> {
  readonly type: string;
  readonly value?: Value;
}
/** Sent as text in both directions, because a JavaScript date has no microseconds. */
export interface InstantColumn extends Column<CatalogInstant> {
  readonly type: 'timestamp';
}

/** A table by the fields of its records; the columns are the same names in snake case, but for STORED_NAMES. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row as selected: instants are PostgreSQL's text. */
export type RowOf<C extends Columns> = {
  readonly [Field in keyof C]: C[Field] extends InstantColumn ? string : ValueOf<C[Field]>;
};
/** A row as the write side stores it: instants in the catalog's format. */
export type RecordOf<C extends Columns> = { readonly [Field in keyof C]: ValueOf<C[Field]> };
type ValueOf<C> = C extends Column<infer Value> ? Value : never;

export const bigint: Column<number> = { type: 'bigint' };
export const bigintOrNull: Column<number | null> = { type: 'bigint' };
export const bigints: Column<readonly number[]> = { type: 'bigint[]' };
export const float: Column<number> = { type: 'float8' };
export const floatOrNull: Column<number | null> = { type: 'float8' };
export const integerOrNull: Column<number | null> = { type: 'integer' };
export const flag: Column<boolean> = { type: 'boolean' };
export const text: Column<string> = { type: 'text' };
export const texts: Column<readonly string[]> = { type: 'text[]' };
export const textOrNull: Column<string | null> = { type: 'text' };
export const instant: InstantColumn = { type: 'timestamp' };
export function json<Value>(): Column<Value> {
  return { type: 'jsonb' };
}
/** Stored as text, for values that the database never inspects. */
export function jsonText<Value>(): Column<Value> {
  return { type: 'json' };
}

export function without<C extends Columns, F extends keyof C & string>(columns: C, ...fields: readonly F[]): Omit<C, F> {
  const kept: Record<string, unknown> = { ...columns };
  for (const field of fields) delete kept[field];
  return kept as Omit<C, F>;
}

/** For a SELECT: each column under the name of its field, from the table with that alias. */
export function selected(columns: Columns, alias: string): string {
  const parts = Object.entries(columns).map(([field, { type }]) => {
    const column = `${alias}.${nameOf(field)}`;
    return type === 'timestamp' ? `${column}::text AS "${field}"` : `${column} AS "${field}"`;
  });
  return parts.join(', ');
}

/** What PostgreSQL calls the types of those columns. */
export function typesOf<C extends Columns>(columns: C): ColumnsOf<RowOf<C>> {
  const typed = Object.entries(columns).map(([field, { type }]) => [field, READ_AS.get(type) ?? type]);
  return Object.fromEntries(typed) as ColumnsOf<RowOf<C>>;
}
const READ_AS: ReadonlyMap<string, string> = new Map([
  ['float8', 'double precision'],
  ['timestamp', 'text'],
]);

/** These columns of the rows in one JSON array, $1. */
export function rowsOf(columns: Columns): string {
  const typed = Object.entries(columns).map(([field, { type }]) => `"${field}" ${type}`);
  return `json_to_recordset($1::json) AS row (${typed.join(', ')})`;
}

/** Inserts or replaces by id the rows of one JSON array, $1, in the format of `written`. */
export function upsert(table: string, columns: Columns): string {
  const fields = Object.keys(columns);
  const names = fields.map(nameOf);
  const updates = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${fields.map((field) => `"${field}"`).join(', ')}
    FROM ${rowsOf(columns)}
    ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`;
}

/** Fields whose column has another name: stored names stay. */
const STORED_NAMES: ReadonlyMap<string, string> = new Map([
  ['tradingOverrides', 'trading_told'],
  ['halfPips1hAgo', 'half_pips_1h_ago'],
  ['halfPips1dAgo', 'half_pips_1d_ago'],
  ['halfPips1wkAgo', 'half_pips_1wk_ago'],
  ['halfPips1moAgo', 'half_pips_1mo_ago'],
]);

function nameOf(field: string): string {
  return STORED_NAMES.get(field) ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
