import { ByteReader, ByteWriter } from './bytes';

/** One binary layout of a value. A released layout never changes; a change is a new layout. */
export interface Layout<Value> {
  write(value: Value, to: ByteWriter): void;
  /** Throws when the bytes are not a result of `write`. */
  read(from: ByteReader): Value;
}

/** Encodes values with a leading layout number. Source: docs/decisions/versions.md. */
export class Versioned<Value> {
  private readonly numbers: readonly number[];

  /** @param what name of the values in error messages; layout numbers are never reused */
  constructor(
    private readonly what: string,
    private readonly layouts: ReadonlyMap<number, Layout<Value>>,
  ) {
    this.numbers = [...layouts.keys()].sort((one, other) => one - other);
  }

  encode(value: Value, version: number = this.upTo(Infinity)): Buffer {
    const to = new ByteWriter().number(version);
    this.layout(version).write(value, to);
    return to.finish();
  }

  /** Throws an error with a readable message for an unknown layout, or when the bytes are not a result of `encode`. */
  decode(bytes: Buffer): Value {
    const from = new ByteReader(bytes);
    const value = this.layout(from.number()).read(from);
    from.requireEnd();
    return value;
  }

  /** The version to write for a reader of versions up to `newest`; the oldest when the reader does not say. */
  upTo(newest: number): number {
    return this.numbers.findLast((number) => number <= newest) ?? this.numbers[0] ?? 0;
  }

  /** A copy with one more layout. */
  with(version: number, layout: Layout<Value>): Versioned<Value> {
    return new Versioned(this.what, new Map([...this.layouts, [version, layout]]));
  }

  private layout(version: number): Layout<Value> {
    const layout = this.layouts.get(version);
    if (layout !== undefined) return layout;
    throw new Error(`this release reads version ${this.numbers.join(' and ')} of ${this.what}, not version ${version}`);
  }
}
