import type { Codes } from './codes';

/**
 * Reads the columns of a row, one call each, in order. Each kind of row defines its columns once, as a function that takes such a
 * reader and returns the row. The journal's encoding, the tables' SQL and recovery all derive from it. Numbers above 2^53 - 1
 * throw.
 */
export interface ColumnReader {
  /** 0x and 64 hex digits; bytes in the tables. */
  hash(column: string): string;
  /** Stored as its number in the tables, as are the next two. */
  wallet(column: string): string;
  /** An API key. */
  owner(column: string): string;
  /** The condition id of a market. */
  market(column: string): string;
  code<Name extends string>(column: string, codes: Codes<Name>): Name;
  optionalCode<Name extends string>(column: string, codes: Codes<Name>): Name | null;
  /** A text that the tables store unchanged. */
  word<Word extends string>(column: string): Word;
  optionalWord<Word extends string>(column: string): Word | null;
  /** Signed 16 bits. */
  tiny(column: string): number;
  /** Signed 32 bits. */
  small(column: string): number;
  optionalSmall(column: string): number | null;
  big(column: string): number;
  optionalBig(column: string): number | null;
  /** An object, stored as JSON. */
  optionalJson<Value extends object>(column: string): Value | null;
}

/** The kind of a column: the reader's method for it. */
export type ColumnKind = keyof ColumnReader;

/** A field of a row, and its column. */
export interface Column<Row> {
  readonly field: keyof Row & string;
  readonly column: string;
  readonly kind: ColumnKind;
  /** Set for an enumeration. */
  readonly codes: Codes<string> | null;
}

/** The columns of a row in the order in which `read` asks for them. Every field must come from one of them, unchanged. */
export function columnsOf<Row extends object>(read: (from: ColumnReader) => Row): readonly Column<Row>[] {
  const asked = new AskedColumns();
  const fields = Object.entries(read(asked)) as [keyof Row & string, unknown][];
  return asked.columns.map((column) => {
    const field = fields.find(([, value]) => value === column.mark)?.[0];
    if (field === undefined) throw new Error(`no field of the row is what the column ${column.column} holds`);
    return { field, column: column.column, kind: column.kind, codes: column.codes };
  });
}

/** Records the calls, and returns a marker instead of a value. */
class AskedColumns implements ColumnReader {
  readonly columns: { column: string; kind: ColumnKind; codes: Codes<string> | null; mark: symbol }[] = [];

  hash = this.asked('hash');
  wallet = this.asked('wallet');
  owner = this.asked('owner');
  market = this.asked('market');
  code = this.asked('code');
  optionalCode = this.asked('optionalCode');
  word = this.asked('word');
  optionalWord = this.asked('optionalWord');
  tiny = this.asked('tiny');
  small = this.asked('small');
  optionalSmall = this.asked('optionalSmall');
  big = this.asked('big');
  optionalBig = this.asked('optionalBig');
  optionalJson = this.asked('optionalJson');

  private asked(kind: ColumnKind): (column: string, codes?: unknown) => never {
    return (column, codes) => {
      const mark = Symbol(column);
      this.columns.push({ column, kind, codes: (codes as Codes<string> | undefined) ?? null, mark });
      return mark as never;
    };
  }
}
