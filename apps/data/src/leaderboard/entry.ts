/** A change of one wallet in one condition: shares of each outcome, cash in less cash out and fees, and volume. */
export interface Entry {
  readonly wallet: number;
  readonly condition: number;
  readonly size0Micros: number;
  readonly size1Micros: number;
  readonly cashMicros: number;
  readonly volumeMicros: number;
}
