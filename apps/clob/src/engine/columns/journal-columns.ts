import type { ByteReader, ByteWriter } from '../journal/bytes';
import type { Codes } from './codes';
import type { Column, ColumnKind, ColumnReader } from './column-reader';

/** Rows out of the journal's bytes. */
export class JournalColumns implements ColumnReader {
  constructor(private readonly from: ByteReader) {}

  hash(): string {
    return this.from.text();
  }

  wallet(): string {
    return this.from.symbol();
  }

  owner(): string {
    return this.from.symbol();
  }

  condition(): string {
    return this.from.symbol();
  }

  code<Name extends string>(): Name {
    return this.from.symbol() as Name;
  }

  optionalCode<Name extends string>(): Name | null {
    return this.from.optionalSymbol() as Name | null;
  }

  flag(): boolean {
    return this.from.number() === 1;
  }

  tiny(): number {
    return this.from.number();
  }

  small(): number {
    return this.from.number();
  }

  optionalSmall(): number | null {
    return this.from.optional();
  }

  big(): number {
    return this.from.number();
  }

  optionalBig(): number | null {
    return this.from.optional();
  }
}

type Put = (value: never, to: ByteWriter, codes: Codes<string> | null) => unknown;

const symbol = (value: string, to: ByteWriter): unknown => to.symbol(value);
const number = (value: number, to: ByteWriter): unknown => to.number(value);
const optional = (value: number | null, to: ByteWriter): unknown => to.optional(value);

const PUTS: Readonly<Record<ColumnKind, Put>> = {
  hash: (value: string, to) => to.text(value),
  wallet: symbol,
  owner: symbol,
  condition: symbol,
  code: symbol,
  optionalCode: (value: string | null, to) => to.optionalSymbol(value),
  flag: (value: boolean, to) => to.number(value ? 1 : 0),
  tiny: number,
  small: number,
  optionalSmall: optional,
  big: number,
  optionalBig: optional,
};

/** Writes what JournalColumns reads. */
export function journalWriter<Row>(columns: readonly Column<Row>[]): (row: Row, to: ByteWriter) => void {
  const puts = columns.map(({ field, kind, codes }) => ({ field, codes, put: PUTS[kind] }));
  return (row, to) => {
    for (const { field, codes, put } of puts) put(row[field] as never, to, codes);
  };
}
