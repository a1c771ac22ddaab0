import type { CommitListener, ShownCommit } from '../engine/commit-feed';
import type { RecordHead } from '../engine/journal/batch';
import { ensure, type BooksOfTruth } from './books-of-truth';
import type { Histories } from './histories';

/** What one process shows, as its listeners receive it: what is in the journal, each commit once, without a gap. */
export class ShownCommits implements CommitListener {
  private shownTo: number | null = null;
  private history = 0;

  constructor(
    private readonly truth: BooksOfTruth,
    private readonly histories: Pick<Histories, 'count'>,
    private readonly guarded: (check: () => void) => void,
  ) {}

  /** What was shown may go back with the record, and only then. */
  loaded({ commitNumber }: RecordHead): void {
    const before = this.history === this.histories.count ? (this.shownTo ?? 0) : 0;
    this.history = this.histories.count;
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
      ensure(
        this.truth.stateHashAt(head.commitNumber) === head.stateHash,
        `commit ${head.commitNumber} is shown as of another state`,
      );
      ensure(before === head.commitNumber - 1, `commit ${head.commitNumber} is shown after commit ${before}`);
    });
  }
}
