import { isDeepStrictEqual } from 'node:util';

/** Records of one kind, as stored and as they will be. */
export class Drafts<R extends { readonly id: number }> {
  private readonly stored: ReadonlyMap<number, R>;
  private readonly current: Map<number, R>;

  constructor(stored: readonly R[]) {
    this.stored = new Map(stored.map((record) => [record.id, record]));
    this.current = new Map(this.stored);
  }

  get(id: number): R | undefined {
    return this.current.get(id);
  }

  before(id: number): R | undefined {
    return this.stored.get(id);
  }

  put(record: R): void {
    this.current.set(record.id, record);
  }

  /** Moves the record to another id, which was unused. */
  move(from: number, to: number): void {
    const record = this.current.get(from);
    if (record === undefined) return;
    this.current.delete(from);
    this.current.set(to, { ...record, id: to });
  }

  /** A copy, so that records may be changed during iteration. */
  all(): readonly R[] {
    return [...this.current.values()];
  }

  isChanged(id: number): boolean {
    return !isDeepStrictEqual(this.stored.get(id), this.current.get(id));
  }

  changed(): readonly R[] {
    return this.all().filter(({ id }) => this.isChanged(id));
  }
}
