import type { ByteReader, ByteWriter } from './bytes';
import type { Codes } from './codes';
import type { Column, ColumnKind, ColumnReader } from './column-reader';

/** Rows from the journal's bytes. */
export class JournalColumns implements ColumnReader {
  constructor(private readonly from: ByteReader) {}

  hash(): string {
    return this.from.hash();
  }

  wallet(): string {
    return this.from.symbol();
  }

  owner(): string {
    return this.from.symbol();
  }

  market(): string {
    return this.from.symbol();
  }

  code<Name extends string>(_column: string, codes: Codes<Name>): Name {
    return codes.name(this.from.number());
  }

  optionalCode<Name extends string>(_column: string, codes: Codes<Name>): Name | null {
    const code = this.from.number();
    return code === NO_CODE ? null : codes.name(code);
  }

  word<Word extends string>(): Word {
    return this.from.symbol() as Word;
  }

  optionalWord<Word extends string>(): Word | null {
    return this.from.optionalSymbol() as Word | null;
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

  optionalJson<Value extends object>(): Value | null {
    const text = this.from.optionalSymbol();
    return text === null ? null : (JSON.parse(text) as Value);
  }
}

/** Not assigned to any name of an enumeration. */
const NO_CODE = 0;

type Put = (value: never, to: ByteWriter, codes: Codes<string> | null) => unknown;

const symbol = (value: string, to: ByteWriter): unknown => to.symbol(value);
const number = (value: number, to: ByteWriter): unknown => to.number(value);
const optional = (value: number | null, to: ByteWriter): unknown => to.optional(value);
const code = (value: string | null, to: ByteWriter, codes: Codes<string> | null): unknown =>
  to.number(value === null || codes === null ? NO_CODE : codes.of(value));

const PUTS: Readonly<Record<ColumnKind, Put>> = {
  hash: (value: string, to) => to.hash(value),
  wallet: symbol,
  owner: symbol,
  market: symbol,
  code,
  optionalCode: code,
  word: symbol,
  optionalWord: (value: string | null, to) => to.optionalSymbol(value),
  tiny: number,
  small: number,
  optionalSmall: optional,
  big: number,
  optionalBig: optional,
  optionalJson: (value: object | null, to) => to.optionalSymbol(value === null ? null : JSON.stringify(value)),
};

/** Writes what JournalColumns reads. */
export function journalWriter<Row>(columns: readonly Column<Row>[]): (row: Row, to: ByteWriter) => void {
  const puts = columns.map(({ field, kind, codes }) => ({ field, codes, put: PUTS[kind] }));
  return (row, to) => {
    for (const { field, codes, put } of puts) put(row[field] as never, to, codes);
  };
}
