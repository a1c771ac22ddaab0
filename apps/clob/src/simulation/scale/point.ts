import type { Figures } from './site';

/** One way with one number of writers. */
export interface Point {
  readonly way: string;
  readonly writers: number;
  readonly largestShare: number;
  /** As much as the site can do. */
  readonly most: Figures;
  /** At a part of it that leaves room. */
  readonly usual: Figures;
}
