import type { Lineage } from '@foretell/contracts';
import { standingLineage, type LineageRow } from '@foretell/platform-nats';

const SYSTEM = 'simulated';

/** The lineages of one simulated record, and its server's timeline: see LineageTable. */
export class SimulatedLineages {
  private readonly rows: LineageRow[] = [];
  /** Counts all lineages ever: a record that goes back deletes rows, but ids are never reused. */
  private count = 0;
  /** Incremented when the server is recovered or promoted. */
  timeline = 1;

  /** @param begun called with each new id */
  constructor(private readonly begun: (id: string) => void = () => undefined) {
    this.begin(0);
  }

  get current(): Lineage {
    return this.standing().lineage;
  }

  begin(afterSequence: number): Lineage {
    const parent = this.rows.at(-1)?.id ?? null;
    this.count += 1;
    const id = this.count.toString(16).padStart(16, '0');
    this.rows.push({ id, parent, afterSequence, systemIdentifier: SYSTEM, timeline: this.timeline });
    this.begun(id);
    return this.current;
  }

  /** Begins a lineage if the server was recovered or promoted since the current one began. @returns whether it did */
  ensure(head: number): boolean {
    if (this.standing().isOfServer) return false;
    this.begin(head);
    return true;
  }

  /** Undoes the last `begin`. */
  forget(): void {
    this.rows.pop();
  }

  private standing(): NonNullable<ReturnType<typeof standingLineage>> {
    const standing = standingLineage(this.rows, { systemIdentifier: SYSTEM, timeline: this.timeline });
    if (standing === null) throw new Error('the record has no lineage');
    return standing;
  }
}
