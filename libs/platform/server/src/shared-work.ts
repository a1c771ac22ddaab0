/** Work in progress by key: who asks for the same meanwhile gets the same promise. */
export class SharedWork<T> {
  private readonly pending = new Map<string, Promise<T>>();

  of(key: string, work: () => Promise<T>): Promise<T> {
    const pending = this.pending.get(key);
    if (pending !== undefined) return pending;
    const begun = work().finally(() => this.pending.delete(key));
    this.pending.set(key, begun);
    return begun;
  }
}
