/** A transaction that took effect. */
export interface Done {
  readonly undo: () => void;
  readonly isCommit: boolean;
}

/** The transactions of a record in their order, as its WAL has them: what a recovery to an earlier point takes back. */
export class RecordLog {
  private readonly done: Done[] = [];

  add(undo: () => void, isCommit = false): Done {
    const done = { undo, isCommit };
    this.done.push(done);
    return done;
  }

  /** A restart has lost it. */
  drop(done: Done): void {
    const at = this.done.lastIndexOf(done);
    if (at >= 0) this.done.splice(at, 1);
  }

  /** Takes back the newest: so many commits with all that followed them, and at most `further` transactions that stand before. */
  goBack(commits: number, further: number): void {
    for (let left = commits; left > 0 && this.done.length > 0;) if (this.undoLast()) left -= 1;
    for (let left = further; left > 0 && this.done.at(-1)?.isCommit === false; left -= 1) this.undoLast();
  }

  /** @returns whether it was a commit */
  private undoLast(): boolean {
    const last = this.done.pop();
    last?.undo();
    return last?.isCommit === true;
  }
}
