import type { CopiedRow } from '@foretell/platform-prisma';
import type { Codes } from './codes';
import type { ColumnReader } from './column-reader';

/**
 * Values of the wallets, API keys or markets by their numbers in the tables: a name, as one shared string, or the core's number.
 */
export class Numbered<Value> {
  private readonly values: Value[] = [];

  constructor(private readonly what: string) {}

  add(number: number, value: Value): void {
    this.values[number] = value;
  }

  find(number: number): Value | undefined {
    return this.values[number];
  }

  /** Throws when there is none. */
  of(number: number): Value {
    const value = this.values[number];
    if (value === undefined) throw new Error(`no ${this.what} has the number ${number}`);
    return value;
  }
}

/** Rows from a COPY whose SELECT names the columns in order. */
export class CopiedColumns implements ColumnReader {
  readonly wallets = new Numbered<string>('wallet');
  readonly owners = new Numbered<string>('owner');
  readonly markets = new Numbered<string>('market');
  private row: CopiedRow | null = null;
  private column = 0;

  /** Sets the row to read, from its first column. */
  over(row: CopiedRow): this {
    this.row = row;
    this.column = 0;
    return this;
  }

  hash(): string {
    return this.next().hex(this.column++);
  }

  optionalHash(): string | null {
    return this.next().optionalHex(this.column++);
  }

  wallet(): string {
    return this.wallets.of(this.small());
  }

  owner(): string {
    return this.owners.of(this.small());
  }

  market(): string {
    return this.markets.of(this.small());
  }

  code<Name extends string>(_column: string, codes: Codes<Name>): Name {
    return codes.name(this.tiny());
  }

  optionalCode<Name extends string>(_column: string, codes: Codes<Name>): Name | null {
    const code = this.optionalSmall();
    return code === null ? null : codes.name(code);
  }

  word<Word extends string>(): Word {
    return this.next().ascii(this.column++) as Word;
  }

  optionalWord<Word extends string>(): Word | null {
    return this.next().optionalAscii(this.column++) as Word | null;
  }

  tiny(): number {
    return this.next().integer(this.column++);
  }

  small(): number {
    return this.next().integer(this.column++);
  }

  optionalSmall(): number | null {
    return this.next().optionalInteger(this.column++);
  }

  big(): number {
    return this.next().integer(this.column++);
  }

  optionalBig(): number | null {
    return this.next().optionalInteger(this.column++);
  }

  optionalJson<Value extends object>(): Value | null {
    const text = this.next().optionalText(this.column++);
    return text === null ? null : (JSON.parse(text) as Value);
  }

  private next(): CopiedRow {
    if (this.row === null) throw new Error('no row was given to be read');
    return this.row;
  }
}
