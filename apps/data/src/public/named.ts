import type { ClosedPosition } from '@foretell/contracts';
import type { TokenNamer } from './token-names.query';

const DAY_CHARACTERS = '2026-01-01'.length;

interface OfToken {
  readonly conditionId: string;
  readonly outcomeIndex: number;
  /** Empty when both tokens are meant. */
  readonly asset: string;
}

/** The item with its token under the name of the public response format. */
export function named<T extends OfToken>(item: T, nameOf: TokenNamer): T {
  return item.asset === '' ? item : { ...item, asset: nameOf(item.conditionId, item.outcomeIndex) };
}

/** The same for a position, which also names the other token. */
export function namedBoth<T extends ClosedPosition>(item: T, nameOf: TokenNamer): T {
  return { ...named(item, nameOf), oppositeAsset: nameOf(item.conditionId, 1 - item.outcomeIndex) };
}

/** The date of a time. Published clients read a market's end in this form; a Rust client refuses a position with more. */
export function dayOf(time: string | null): string | null {
  return time === null ? null : time.slice(0, DAY_CHARACTERS);
}
