import { parseLineage } from '@foretell/contracts';
import type { ReferenceState } from './reference-state';
import type { Projection } from './event-projection';

/**
 * The projections of the record under each of its lineages. A record that goes back loses its later events; readers may still
 * have them, under the old lineage.
 */
export class Histories {
  /** The projections of each earlier record after each event. */
  private readonly past: (readonly Projection[])[] = [];
  /** By lineage: the number of the record in which it began. */
  private readonly recordOf = new Map<string, number>();

  constructor(private readonly reference: ReferenceState) {}

  /** How often the record went back. */
  get count(): number {
    return this.past.length;
  }

  lineageBegan(id: string): void {
    this.recordOf.set(id, this.past.length);
  }

  /** Call before the books go back. */
  end(): void {
    this.past.push([...this.reference.projections]);
  }

  /** The projection of a lineage's record after an event; undefined when it never had that event. */
  projection(lineage: string | null, sequence: number): Projection | undefined {
    const id = lineage === null ? null : parseLineage(lineage)?.id;
    const record = this.recordOf.get(id ?? '') ?? 0;
    return (this.past[record] ?? this.reference.projections)[sequence];
  }
}
