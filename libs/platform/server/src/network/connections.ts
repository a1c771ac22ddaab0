/** How many connections each holder has, up to a maximum. */
export class Connections {
  private readonly counts = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** False when the holder has as many as he may. */
  enter(holder: string): boolean {
    const count = this.counts.get(holder) ?? 0;
    if (count >= this.max) return false;
    this.counts.set(holder, count + 1);
    return true;
  }

  leave(holder: string): void {
    const count = (this.counts.get(holder) ?? 0) - 1;
    if (count > 0) this.counts.set(holder, count);
    else this.counts.delete(holder);
  }
}
