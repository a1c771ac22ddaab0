/** A change of one wallet in one condition: shares of each outcome, cash in less cash out and fees, and volume. */
export interface Entry {
  readonly wallet: number;
  readonly condition: number;
  readonly size0Micros: number;
  readonly size1Micros: number;
  readonly cashMicros: number;
  readonly volumeMicros: number;
}

/** Entries of a batch, by column. */
export class Entries {
  /** Their columns fit the processor's first cache. */
  static readonly MAX = 256;
  count = 0;
  readonly wallets = new Int32Array(Entries.MAX);
  readonly conditions = new Int32Array(Entries.MAX);
  readonly sizes0Micros = new Float64Array(Entries.MAX);
  readonly sizes1Micros = new Float64Array(Entries.MAX);
  readonly cashMicros = new Float64Array(Entries.MAX);
  readonly volumesMicros = new Float64Array(Entries.MAX);

  /** At most MAX. */
  static of(list: readonly Entry[]): Entries {
    const entries = new Entries();
    for (const entry of list) entries.add(entry);
    return entries;
  }

  get isFull(): boolean {
    return this.count === Entries.MAX;
  }

  add(entry: Entry): void {
    const at = this.count;
    this.wallets[at] = entry.wallet;
    this.conditions[at] = entry.condition;
    this.sizes0Micros[at] = entry.size0Micros;
    this.sizes1Micros[at] = entry.size1Micros;
    this.cashMicros[at] = entry.cashMicros;
    this.volumesMicros[at] = entry.volumeMicros;
    this.count += 1;
  }

  clear(): void {
    this.count = 0;
  }
}
