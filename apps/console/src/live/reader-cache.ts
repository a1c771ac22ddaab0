/**
 * The readers of the last displayed lists, so that Back shows all loaded rows. A list that was opened long ago starts again.
 */
export class ReaderCache<Reader> {
  private readonly kept = new Map<string, { readonly reader: Reader; usedAt: number }>();

  constructor(
    private readonly max: number,
    private readonly ageMillisMax: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  of(name: string, create: () => Reader): Reader {
    const known = this.kept.get(name);
    const isFresh = known !== undefined && this.now() - known.usedAt <= this.ageMillisMax;
    const reader = isFresh ? known.reader : create();
    this.kept.delete(name);
    this.kept.set(name, { reader, usedAt: this.now() });
    for (const [oldest] of [...this.kept].slice(0, Math.max(0, this.kept.size - this.max))) this.kept.delete(oldest);
    return reader;
  }
}
