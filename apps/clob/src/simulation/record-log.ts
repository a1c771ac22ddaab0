/** A committed transaction. */
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

  /** Lost by a restart. */
  drop(done: Done): void {
    const at = this.done.lastIndexOf(done);
    if (at >= 0) this.done.splice(at, 1);
  }

  /** Undoes the newest transactions: so many commits with all that followed, and at most `further` transactions before them. */
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
