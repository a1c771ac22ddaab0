/**
 * Cuts a history into batches of the given lengths, again and again: whatever the lengths, what happened must come to the same.
 * What stands alone is a batch of its own, and ends the one before it.
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
