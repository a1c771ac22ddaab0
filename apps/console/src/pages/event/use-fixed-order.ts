import { useState } from 'react';

/**
 * Rows in their order when their prices were first known, so that they do not move under the pointer. New rows come last.
 */
export function useFixedOrder<Row>(ranked: readonly Row[], keyOf: (row: Row) => string, isKnown: boolean): readonly Row[] {
  const [keys, setKeys] = useState<readonly string[] | null>(null);
  if (isKnown && keys === null) setKeys(ranked.map(keyOf));
  if (keys === null) return ranked;
  const places = new Map(keys.map((key, at) => [key, at]));
  const placeOf = (row: Row): number => places.get(keyOf(row)) ?? keys.length;
  return [...ranked].sort((one, other) => placeOf(one) - placeOf(other));
}
