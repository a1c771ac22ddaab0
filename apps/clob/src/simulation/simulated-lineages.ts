import type { Lineage } from '@foretell/contracts';

/** The lineages of one simulated record: see LineageTable. */
export class SimulatedLineages {
  private lineage: Lineage = { id: idOf(1), ancestors: [] };
  /** How many there ever were: a record that goes back forgets rows, and no id is given twice. */
  private count = 1;

  get current(): Lineage {
    return this.lineage;
  }

  begin(afterSequence: number): Lineage {
    const { id, ancestors } = this.lineage;
    this.count += 1;
    const older = ancestors.map((each) => ({ ...each, sharedTo: Math.min(each.sharedTo, afterSequence) }));
    this.lineage = { id: idOf(this.count), ancestors: [{ id, sharedTo: afterSequence }, ...older] };
    return this.lineage;
  }
}

function idOf(number: number): string {
  return number.toString(16).padStart(16, '0');
}
