/** A searchable event with the fields shown. */
export interface SearchedEvent {
  readonly id: number;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly volume24h: number;
  readonly volume: number;
  readonly sites: readonly string[];
  readonly tagIds: readonly number[];
}

export interface SearchedTag {
  readonly id: number;
  readonly label: string;
  readonly slug: string;
}

/** Orders equally good matches: open before closed, then by volume of 24 hours, by all-time volume, newest first. */
export function compareEvents(one: SearchedEvent, other: SearchedEvent): number {
  if (one.isOpen !== other.isOpen) return one.isOpen ? -1 : 1;
  return other.volume24h - one.volume24h || other.volume - one.volume || other.id - one.id;
}

export function compareTags(one: SearchedTag, other: SearchedTag): number {
  return other.id - one.id;
}
