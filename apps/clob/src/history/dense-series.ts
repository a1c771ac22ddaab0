import type { HistoryPoint } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';
import { POINTS_MAX, type HistoryWindow } from './history-request';

/** The last price of a bucket in which it changed; buckets count steps since 1970. */
export interface PriceBucket {
  readonly bucket: number;
  readonly price: number;
}

/**
 * One point per step from the first known price to the end: between changes the price holds. Throws 400 when that is too many.
 */
export function denseSeries(
  rows: readonly PriceBucket[],
  { startSeconds, endSeconds, stepMinutes }: HistoryWindow,
): HistoryPoint[] {
  const stepSeconds = stepMinutes * 60;
  const first = rows[0];
  if (first === undefined) return [];
  const from = Math.max(first.bucket, Math.floor(startSeconds / stepSeconds));
  const to = Math.floor(endSeconds / stepSeconds);
  if (to - from >= POINTS_MAX) throw tooManyPoints();
  const points: HistoryPoint[] = [];
  let price = first.price;
  let next = 0;
  for (let bucket = from; bucket <= to; bucket++) {
    for (let row = rows[next]; row !== undefined && row.bucket <= bucket; row = rows[++next]) price = row.price;
    points.push({ t: bucket * stepSeconds, p: price });
  }
  return points;
}

export function tooManyPoints(): HttpFailure {
  return new HttpFailure(
    400,
    `the series has more than ${POINTS_MAX} points: ask for a coarser fidelity or a shorter range`,
    'too_many_points',
    { maximum: POINTS_MAX },
  );
}
