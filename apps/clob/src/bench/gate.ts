/** Callers wait while it is closed. */
export class Gate {
  private waiting: (() => void)[] | null = null;

  close(): void {
    this.waiting ??= [];
  }

  open(): void {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const resolve of waiting) resolve();
  }

  opened(): Promise<void> {
    const { waiting } = this;
    return waiting === null ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
  }
}
