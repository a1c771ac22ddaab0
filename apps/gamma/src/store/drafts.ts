import { isDeepStrictEqual } from 'node:util';

/** Records of one kind, as held and as they are to be. */
export class Drafts<R extends { readonly id: number }> {
  private readonly held: ReadonlyMap<number, R>;
  private readonly current: Map<number, R>;

  constructor(held: readonly R[]) {
    this.held = new Map(held.map((record) => [record.id, record]));
    this.current = new Map(this.held);
  }

  get(id: number): R | undefined {
    return this.current.get(id);
  }

  before(id: number): R | undefined {
    return this.held.get(id);
  }

  put(record: R): void {
    this.current.set(record.id, record);
  }

  /** From now on the record bears another id, under which nothing was held before. */
  move(from: number, to: number): void {
    const record = this.current.get(from);
    if (record === undefined) return;
    this.current.delete(from);
    this.current.set(to, { ...record, id: to });
  }

  /** A copy, so that records may be put while walking over it. */
  all(): readonly R[] {
    return [...this.current.values()];
  }

  isChanged(id: number): boolean {
    return !isDeepStrictEqual(this.held.get(id), this.current.get(id));
  }

  changed(): readonly R[] {
    return this.all().filter(({ id }) => this.isChanged(id));
  }
}
