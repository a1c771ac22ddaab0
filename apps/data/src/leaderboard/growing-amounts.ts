import { cappedSum } from '@foretell/units';

const CAPACITY_FIRST = 1024;

/**
 * Integer micros by number, 0 where nothing was added. A 64-bit float represents integers exactly up to 2^53, where a sum stops:
 * one wallet's must not end the board of all.
 */
export class GrowingAmounts {
  /** @param values the capacity; the object takes them over */
  constructor(private values = new Float64Array(CAPACITY_FIRST)) {}

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  add(index: number, micros: number): void {
    if (index >= this.values.length) {
      const larger = new Float64Array(Math.max(index + 1, 2 * this.values.length));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[index] = cappedSum(this.at(index), micros);
  }

  copy(): GrowingAmounts {
    return new GrowingAmounts(this.values.slice());
  }

  /** The array itself: to hand the amounts to another thread. */
  handOver(): Float64Array<ArrayBuffer> {
    return this.values;
  }
}
