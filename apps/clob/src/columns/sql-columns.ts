import { BinaryArray, type ArrayType } from '@foretell/platform-prisma';
import type { Codes } from './codes';
import type { Column, ColumnKind } from './column-reader';
import type { Numbers } from './numbers';

type Put = (value: never, to: BinaryArray, numbers: Numbers, codes: Codes<string> | null) => unknown;
type Read = (column: string, codes: Codes<string> | null) => string;

/** How the tables store a kind of column. */
interface TableForm {
  readonly type: ArrayType;
  readonly put: Put;
  /** SQL text: the column's value as the core represents it. */
  readonly read: Read;
}

const plain: Read = (column) => column;
const integer: Put = (value: number | null, to) => to.integer(value);
const code: Put = (value: string | null, to, _numbers, codes) =>
  to.integer(value === null || codes === null ? null : codes.of(value));
const text: Put = (value: string | null, to) => to.text(value);
const nameOfCode: Read = (column, codes) => (codes === null ? column : codes.nameSql(column));

const FORMS: Readonly<Record<ColumnKind, TableForm>> = {
  hash: { type: 'bytea', put: (value: string, to) => to.hex(value), read: hexSql },
  wallet: { type: 'int4', put: (value: string, to, numbers) => to.integer(numbers.wallet(value)), read: walletSql },
  owner: { type: 'int4', put: (value: string, to, numbers) => to.integer(numbers.owner(value)), read: ownerSql },
  market: { type: 'int4', put: (value: string, to, numbers) => to.integer(numbers.market(value)), read: conditionSql },
  code: { type: 'int2', put: code, read: nameOfCode },
  optionalCode: { type: 'int2', put: code, read: nameOfCode },
  word: { type: 'text', put: text, read: plain },
  optionalWord: { type: 'text', put: text, read: plain },
  tiny: { type: 'int2', put: integer, read: plain },
  small: { type: 'int4', put: integer, read: plain },
  optionalSmall: { type: 'int4', put: integer, read: plain },
  big: { type: 'int8', put: integer, read: plain },
  optionalBig: { type: 'int8', put: integer, read: plain },
  optionalJson: {
    type: 'text',
    put: (value: object | null, to) => to.text(value === null ? null : JSON.stringify(value)),
    read: plain,
  },
};

/** SQL text: a bytea as 0x and hexadecimal digits. */
export function hexSql(column: string): string {
  return `'0x' || encode(${column}, 'hex')`;
}

/** SQL text: the wallet with this number; the next two are alike. */
export function walletSql(number: string): string {
  return `(SELECT n.wallet FROM clob.wallets n WHERE n.number = ${number})`;
}

export function ownerSql(number: string): string {
  return `(SELECT n.owner FROM clob.owners n WHERE n.number = ${number})`;
}

export function conditionSql(number: string): string {
  return `(SELECT n.condition_id FROM clob.markets n WHERE n.number = ${number})`;
}

/** SQL text: the numbers of a text[] of wallets, as an array; the next is alike. Wallets without a number are omitted. */
export function walletNumbersSql(parameter: string): string {
  return `ARRAY(SELECT n.number FROM clob.wallets n WHERE n.wallet = ANY(${parameter}::text[]))`;
}

export function marketNumbersSql(parameter: string): string {
  return `ARRAY(SELECT n.number FROM clob.markets n WHERE n.condition_id = ANY(${parameter}::text[]))`;
}

/** SQL text: the number of a wallet; NULL when it has none. */
export function walletNumberSql(parameter: string): string {
  return `(SELECT n.number FROM clob.wallets n WHERE n.wallet = ${parameter}::text)`;
}

/** SQL text: the number of a market; NULL when it has none. */
export function marketNumberSql(parameter: string): string {
  return `(SELECT n.number FROM clob.markets n WHERE n.condition_id = ${parameter}::text)`;
}

/** SQL text: a text[] of 0x and hexadecimal digits as bytea[]. */
export function bytesSql(parameter: string): string {
  return `ARRAY(SELECT decode(substr(id, 3), 'hex') FROM unnest(${parameter}::text[]) id)`;
}

/** The columns' names for a SQL text. */
export function namesOf(columns: readonly Column<never>[]): string {
  return columns.map(({ column }) => column).join(', ');
}

/** Parameters from $1 that hold the columns' values as arrays, for unnest. */
export function arraysOf(columns: readonly Column<never>[]): string {
  return columns.map(({ kind }, index) => `$${index + 1}::${FORMS[kind].type}[]`).join(', ');
}

/** The SET list of an upsert: each column to the value that would have been inserted. */
export function excludedOf(columns: readonly Column<never>[]): string {
  return columns.map(({ column }) => `${column} = excluded.${column}`).join(', ');
}

/** The values of those parameters. */
export function valuesOf<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[], numbers: Numbers): Buffer[] {
  return columns.map(({ field, kind, codes }) => {
    const { type, put } = FORMS[kind];
    const array = new BinaryArray(type, rows.length);
    for (const row of rows) put(row[field] as never, array, numbers, codes);
    return array.finish();
  });
}

/** The fields of a row, all unless some are named, for a SELECT that returns them under their own names. */
export function selected<Row>(columns: readonly Column<Row>[], alias: string, fields?: readonly (keyof Row & string)[]): string {
  return columns
    .filter(({ field }) => fields === undefined || fields.includes(field))
    .map(({ column, field, kind, codes }) => `${FORMS[kind].read(`${alias}.${column}`, codes)} AS "${field}"`)
    .join(', ');
}
