import type { CopiedRow } from '@foretell/platform-prisma';
import type { ColumnReader } from './column-reader';

/** Rows out of a COPY whose SELECT names the columns in their order. */
export class CopiedColumns implements ColumnReader {
  private row: CopiedRow | null = null;
  private column = 0;
  /** Names of which there are few, each as one text however many rows hold it. */
  private readonly names = new Map<string, string>();

  /** The row that is read from now on, from its first column. */
  over(row: CopiedRow): this {
    this.row = row;
    this.column = 0;
    return this;
  }

  hash(): string {
    return this.next().ascii(this.column++);
  }

  wallet(): string {
    return this.next().ascii(this.column++);
  }

  owner(): string {
    return this.named(this.next().text(this.column++));
  }

  condition(): string {
    return this.next().ascii(this.column++);
  }

  code<Name extends string>(): Name {
    return this.named(this.next().ascii(this.column++)) as Name;
  }

  optionalCode<Name extends string>(): Name | null {
    const name = this.next().optionalAscii(this.column++);
    return name === null ? null : (this.named(name) as Name);
  }

  flag(): boolean {
    return this.next().boolean(this.column++);
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

  private next(): CopiedRow {
    if (this.row === null) throw new Error('no row was given to be read');
    return this.row;
  }

  private named(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    this.names.set(name, name);
    return name;
  }
}
