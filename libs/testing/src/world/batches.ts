/**
 * Splits a history into batches of the given lengths, cyclically: the result must not depend on the lengths. An item that stands
 * alone is its own batch, and ends the previous one.
 */
export function* batchesOf<T>(
  history: readonly T[],
  lengths: readonly number[],
  standsAlone: (moment: T) => boolean = () => false,
): Generator<readonly T[]> {
  let batch: T[] = [];
  let batches = 0;
  for (const moment of history) {
    const isAlone = standsAlone(moment);
    if (batch.length > 0 && (isAlone || batch.length >= (lengths[batches % lengths.length] ?? 1))) {
      yield batch;
      batch = [];
      batches += 1;
    }
    if (isAlone) yield [moment];
    else batch.push(moment);
  }
  if (batch.length > 0) yield batch;
}
