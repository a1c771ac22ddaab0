/** One line of a bench's table. */
export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly p99Ms?: number;
  /** The baseline, measured on the same machine in the same run. */
  readonly limit?: { readonly name: string; readonly value: number };
  /** True when the value is out of bounds: the command exits with 1. */
  readonly isFault?: boolean;
}
