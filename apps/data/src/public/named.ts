import type { ClosedPosition } from '@foretell/contracts';
import type { TokenNamer } from './token-names';

interface OfToken {
  readonly conditionId: string;
  readonly outcomeIndex: number | null;
  readonly asset: string | null;
}

/** The item with its token under the name of the public dialect. */
export function named<T extends OfToken>(item: T, nameOf: TokenNamer): T {
  return item.outcomeIndex === null ? item : { ...item, asset: nameOf(item.conditionId, item.outcomeIndex) };
}

/** The same of a position, which names the other token as well. */
export function namedBoth<T extends ClosedPosition>(item: T, nameOf: TokenNamer): T {
  return { ...named(item, nameOf), oppositeAsset: nameOf(item.conditionId, 1 - item.outcomeIndex) };
}
