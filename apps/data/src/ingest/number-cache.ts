const ENTRIES_MAX = 500_000;

/** Numbers of wallets that were read or written: they never change within a generation. Bounded. */
export class NumberCache {
  private readonly numbers = new Map<string, number>();
  private generation = 0;

  get(generation: number, address: string): number | undefined {
    return generation === this.generation ? this.numbers.get(address) : undefined;
  }

  /** Call it only for committed numbers: a failed batch must leave none behind. */
  set(generation: number, address: string, number: number): void {
    if (generation !== this.generation || this.numbers.size >= ENTRIES_MAX) this.numbers.clear();
    this.generation = generation;
    this.numbers.set(address, number);
  }
}
