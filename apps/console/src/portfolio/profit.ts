import type { ClosedPosition } from '@foretell/contracts';
import { decimalOfMicros, microsOf } from '../figures/micros';

/** What had been won or lost, closed positions summed up, by a moment (Unix seconds). */
export interface ProfitPoint {
  readonly atSeconds: number;
  readonly micros: bigint;
}

/** Of closed positions only: the surfaces keep no worth of the past. The oldest first. */
export function profitOverTime(closed: readonly Pick<ClosedPosition, 'timestamp' | 'realizedPnl'>[]): readonly ProfitPoint[] {
  let sum = 0n;
  return [...closed]
    .sort((one, other) => one.timestamp - other.timestamp)
    .map(({ timestamp, realizedPnl }) => {
      sum += signedMicros(realizedPnl);
      return { atSeconds: timestamp, micros: sum };
    });
}

/** A number of dollars that a surface said, of either sign; its shortest digits are the ones it means. */
export function signedMicros(dollars: number): bigint {
  const size = microsOf(String(Math.abs(dollars))) ?? 0n;
  return dollars < 0 ? -size : size;
}

/** -1500000n as "-1.5". */
export function signedDecimal(micros: bigint): string {
  return micros < 0n ? `-${decimalOfMicros(-micros)}` : decimalOfMicros(micros);
}

/** Sets that a wallet holds whole: as many shares of one outcome as of the other. */
export function wholeSets(sizes: readonly number[]): bigint {
  const [one = 0n, other = 0n] = sizes.map(signedMicros);
  return one < other ? one : other;
}
