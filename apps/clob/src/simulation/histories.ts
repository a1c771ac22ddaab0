import { parseLineage } from '@foretell/contracts';
import type { BooksOfTruth } from './books-of-truth';
import type { Projection } from './told-events';

/**
 * What the record held under each of its lineages: a record that goes back keeps nothing of what followed, and readers may still
 * hold it as the lineage that it was of.
 */
export class Histories {
  /** What each earlier record added up to, event by event, when it ended. */
  private readonly past: (readonly Projection[])[] = [];
  /** Which of the records was current when a lineage began. */
  private readonly recordOf = new Map<string, number>();

  constructor(private readonly truth: BooksOfTruth) {}

  /** How often the record went back. */
  get count(): number {
    return this.past.length;
  }

  lineageBegan(id: string): void {
    this.recordOf.set(id, this.past.length);
  }

  /** To be called before the books go back. */
  end(): void {
    this.past.push([...this.truth.projections]);
  }

  /** What the record of a lineage adds up to after an event; undefined where it never held that event. */
  projection(lineage: string | null, sequence: number): Projection | undefined {
    const id = lineage === null ? null : parseLineage(lineage)?.id;
    const record = this.recordOf.get(id ?? '') ?? 0;
    return (this.past[record] ?? this.truth.projections)[sequence];
  }
}
