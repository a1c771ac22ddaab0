import { integerArray, type ColumnsOf, type IntegerType } from '@foretell/platform-prisma';

/**
 * The columns of a row, each field once: a field without a column does not compile. The SQL that reads and writes a table derives
 * from them.
 */

/** For a SELECT: the SQL of each field. */
export type SqlOf<Row> = { readonly [Field in keyof Row]-?: string };

/** The same with the type of each result column, which a text need not name. */
export type TypedSqlOf<Row> = {
  readonly [Field in keyof Row]-?: 'text' extends ColumnsOf<Row>[Field] ? string : readonly [string, ColumnsOf<Row>[Field]];
};
type Sql = string | readonly [sql: string, type: string];

/** Each expression, aliased to its field. */
export function selected(columns: Readonly<Record<string, Sql>>): string {
  return Object.entries(columns)
    .map(([field, sql]) => `${typeof sql === 'string' ? sql : sql[0]} AS "${field}"`)
    .join(', ');
}

export function typesOf<Row>(columns: TypedSqlOf<Row>): ColumnsOf<Row> {
  const typed = Object.entries<Sql>(columns).map(([field, sql]) => [field, typeof sql === 'string' ? 'text' : sql[1]]);
  return Object.fromEntries(typed) as ColumnsOf<Row>;
}

/** For a bulk write: the name and type of a field's column, and that field of all rows as one array parameter. */
export interface WrittenColumn<Row, Field = keyof Row> {
  readonly field: Field;
  readonly type: IntegerType | 'text' | 'bool';
  readonly parameter: (rows: readonly Row[]) => unknown;
}
export type WrittenColumns<Row> = { readonly [Field in keyof Row]-?: WrittenColumn<Row, Field> };

export function integer<Field extends string>(
  type: IntegerType,
  field: Field,
): WrittenColumn<Readonly<Record<Field, number | null>>, Field> {
  return { field, type, parameter: (rows) => integerArray(type, rows, (row) => row[field]) };
}

export function plain<Field extends string>(
  type: 'text' | 'bool',
  field: Field,
): WrittenColumn<Readonly<Record<Field, string | boolean | null>>, Field> {
  return { field, type, parameter: (rows) => rows.map((row) => row[field]) };
}

/** `$1` is the generation; `$2` and later are the parameters of parametersOf. */
export function insertText<Row>(table: string, columns: WrittenColumns<Row>): string {
  return `INSERT INTO data.${table} (generation, ${namesOf(columns).join(', ')}) SELECT $1, * FROM unnest(${arraysOf(columns)})`;
}

/** An insert that replaces the row with the same generation and `key`. */
export function upsertText<Row>(table: string, columns: WrittenColumns<Row>, key: keyof Row & string): string {
  const others = namesOf(columns).filter((name) => name !== columnName(key));
  return `${insertText(table, columns)} ON CONFLICT (generation, ${columnName(key)})
    DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

/**
 * Updates all other columns of the rows with the given `keys`. Each row is looked up separately; OFFSET 0 isolates the subquery.
 * As one join the planner would read all rows of a generation while its statistics call the table small.
 */
export function updateText<Row>(table: string, columns: WrittenColumns<Row>, keys: readonly (keyof Row & string)[]): string {
  const named: readonly string[] = keys.map(columnName);
  const others = namesOf(columns).filter((name) => !named.includes(name));
  return `UPDATE data.${table} t SET ${others.map((name) => `${name} = n.${name}`).join(', ')}
    FROM unnest(${arraysOf(columns)}) AS n(${namesOf(columns).join(', ')}) CROSS JOIN LATERAL (
      SELECT ctid AS place FROM data.${table} k
      WHERE k.generation = $1 AND ${named.map((name) => `k.${name} = n.${name}`).join(' AND ')} OFFSET 0) held
    WHERE t.ctid = held.place`;
}

export function parametersOf<Row>(columns: WrittenColumns<Row>, rows: readonly Row[]): unknown[] {
  return listed(columns).map(({ parameter }) => parameter(rows));
}

const READ_AS = { int2: 'smallint', int4: 'integer', int8: 'bigint', bool: 'boolean' } as const;

/** For a SELECT of what was written to a table `alias`. */
export function readBack<Row>(columns: WrittenColumns<Row>, alias: string): TypedSqlOf<Row> & Readonly<Record<string, Sql>> {
  const read = listed(columns).map(({ field, type }) => {
    const sql = `${alias}.${columnName(String(field))}`;
    return [field, type === 'text' ? sql : [sql, READ_AS[type]]];
  });
  return Object.fromEntries(read) as TypedSqlOf<Row> & Readonly<Record<string, Sql>>;
}

/** The target of a COPY and the number of values of each row: the generation, then the fields in this order. */
export function copyTarget<Row>(table: string, fields: { readonly [Field in keyof Row]-?: unknown }): CopyTarget {
  const names = Object.keys(fields).map(columnName);
  return { table: `data.${table} (generation, ${names.join(', ')})`, columns: 1 + names.length };
}
export interface CopyTarget {
  readonly table: string;
  readonly columns: number;
}

function listed<Row>(columns: WrittenColumns<Row>): readonly WrittenColumn<Row>[] {
  return Object.values<WrittenColumn<Row>>(columns);
}

function namesOf<Row>(columns: WrittenColumns<Row>): readonly string[] {
  return listed(columns).map(({ field }) => columnName(String(field)));
}

function arraysOf<Row>(columns: WrittenColumns<Row>): string {
  return listed(columns)
    .map(({ type }, index) => `$${index + 2}::${type}[]`)
    .join(', ');
}

/** A column is named after its field, in snake case. */
function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
