/** A cost that no word has. */
const NONE = 255;

/** The cost of one query word in each document that it matches: the minimum over all ways to match. */
export class Marks {
  /** The matching documents, in the order in which they were found. */
  readonly numbers: number[] = [];
  private readonly costs: Uint8Array;

  constructor(documents: number) {
    this.costs = new Uint8Array(documents).fill(NONE);
  }

  /** @returns the cost, or null when the word does not match */
  at(number: number): number | null {
    const cost = this.costs[number] ?? NONE;
    return cost === NONE ? null : cost;
  }

  put(number: number, cost: number): void {
    const before = this.costs[number] ?? NONE;
    if (cost >= before) return;
    if (before === NONE) this.numbers.push(number);
    this.costs[number] = cost;
  }

  hasBelow(limit: number): boolean {
    return this.numbers.some((number) => (this.costs[number] ?? NONE) < limit);
  }
}
