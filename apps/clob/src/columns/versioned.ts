import { ByteReader, ByteWriter } from './bytes';

/** One way of writing a value as bytes. What a release has written is never changed: another way is another layout. */
export interface Layout<Value> {
  write(value: Value, to: ByteWriter): void;
  /** Throws when the bytes are not what `write` gives. */
  read(from: ByteReader): Value;
}

/** Values as bytes that begin with the number of their layout. Source: docs/decisions/versions.md. */
export class Versioned<Value> {
  private readonly numbers: readonly number[];

  /** @param what the values are, in the sentence that refuses one; a number that was given once is not given again */
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

  /** Throws a sentence for a layout that is not known, or when the bytes are not what `encode` gives. */
  decode(bytes: Buffer): Value {
    const from = new ByteReader(bytes);
    const value = this.layout(from.number()).read(from);
    from.requireEnd();
    return value;
  }

  /** What to write for who reads versions up to `newest`: the oldest for who does not say. */
  upTo(newest: number): number {
    return this.numbers.findLast((number) => number <= newest) ?? this.numbers[0] ?? 0;
  }

  /** The same with another layout beside those that are known. */
  with(version: number, layout: Layout<Value>): Versioned<Value> {
    return new Versioned(this.what, new Map([...this.layouts, [version, layout]]));
  }

  private layout(version: number): Layout<Value> {
    const layout = this.layouts.get(version);
    if (layout !== undefined) return layout;
    throw new Error(`this release reads version ${this.numbers.join(' and ')} of ${this.what}, not version ${version}`);
  }
}
