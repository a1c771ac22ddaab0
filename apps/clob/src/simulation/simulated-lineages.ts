import type { Lineage } from '@foretell/contracts';
import { standingLineage, type LineageRow } from '@foretell/platform-nats';

const SYSTEM = 'simulated';

/** The lineages of one simulated record and the timeline of its server: see LineageTable. */
export class SimulatedLineages {
  private readonly rows: LineageRow[] = [];
  /** How many there ever were: a record that goes back forgets rows, and no id is given twice. */
  private count = 0;
  private serverTimeline = 1;

  /** @param begun told of each id */
  constructor(private readonly begun: (id: string) => void = () => undefined) {
    this.begin(0);
  }

  get current(): Lineage {
    return this.standing().lineage;
  }

  /** Rises when the server is recovered or promoted. */
  get timeline(): number {
    return this.serverTimeline;
  }

  begin(afterSequence: number): Lineage {
    const parent = this.rows.at(-1)?.id ?? null;
    this.count += 1;
    const id = this.count.toString(16).padStart(16, '0');
    this.rows.push({ id, parent, afterSequence, systemIdentifier: SYSTEM, timeline: this.timeline });
    this.begun(id);
    return this.current;
  }

  /** Another one where the server was recovered or promoted since the current one began. @returns whether it has begun */
  ensure(head: number): boolean {
    if (this.standing().isOfServer) return false;
    this.begin(head);
    return true;
  }

  /** The last one that was begun never was. */
  forget(): void {
    this.rows.pop();
  }

  /** The server was recovered or promoted. */
  nextTimeline(): void {
    this.serverTimeline += 1;
  }

  private standing(): NonNullable<ReturnType<typeof standingLineage>> {
    const standing = standingLineage(this.rows, { systemIdentifier: SYSTEM, timeline: this.timeline });
    if (standing === null) throw new Error('the record has no lineage');
    return standing;
  }
}
