import type { CommitListener, ShownCommit } from '../engine/commit-feed';
import type { RecordHead } from '../engine/journal/batch';
import { ensure, type BooksOfTruth } from './books-of-truth';

/** What one process shows, as whoever listens to it is told: what is in the journal, each commit once, without a gap. */
export class ShownCommits implements CommitListener {
  private shownTo: number | null = null;

  constructor(
    private readonly truth: BooksOfTruth,
    private readonly guarded: (check: () => void) => void,
  ) {}

  loaded({ commitNumber }: RecordHead): void {
    const before = this.shownTo ?? 0;
    this.guarded(() => ensure(commitNumber >= before, `commit ${commitNumber} is loaded after commit ${before} was shown`));
    this.shownTo = commitNumber;
  }

  lineageBegan(): void {
    // What is shown stays; only sequences of before say nothing any more.
  }

  shown({ rows: { head } }: ShownCommit): void {
    const before = this.shownTo;
    this.shownTo = head.commitNumber;
    this.guarded(() => {
      ensure(head.commitNumber <= this.truth.commitNumber, `commit ${head.commitNumber} is shown and is not in the journal`);
      ensure(before === head.commitNumber - 1, `commit ${head.commitNumber} is shown after commit ${before}`);
    });
  }
}
