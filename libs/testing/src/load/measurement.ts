/** One line of a bench's table. */
export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly p99Ms?: number;
  /** What the same machine does in the same run when it only has to do the least. */
  readonly limit?: { readonly name: string; readonly value: number };
  /** True when the value is one that must not be: the command ends with 1. */
  readonly isFault?: boolean;
}
