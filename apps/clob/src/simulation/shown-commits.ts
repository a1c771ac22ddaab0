import type { CommitListener, ShownCommit } from '../engine/commit-feed';
import type { RecordHead } from '../engine/journal/batch';
import { ensure, type ReferenceState } from './reference-state';
import type { Histories } from './histories';

/** Checks the commits that one process shows to its listeners: those of the journal, each once, without gaps. */
export class ShownCommits implements CommitListener {
  private shownTo: number | null = null;
  private history = 0;

  constructor(
    private readonly reference: ReferenceState,
    private readonly histories: Pick<Histories, 'count'>,
    private readonly guarded: (check: () => void) => void,
  ) {}

  /** Shown commits may go back only when the record does. */
  loaded({ commitNumber }: RecordHead): void {
    const before = this.history === this.histories.count ? (this.shownTo ?? 0) : 0;
    this.history = this.histories.count;
    this.guarded(() => ensure(commitNumber >= before, `commit ${commitNumber} is loaded after commit ${before} was shown`));
    this.shownTo = commitNumber;
  }

  lineageBegan(): void {
    // Shown commits stay; only the sequences of the old lineage become invalid.
  }

  shown({ rows: { head } }: ShownCommit): void {
    const before = this.shownTo;
    this.shownTo = head.commitNumber;
    this.guarded(() => {
      ensure(head.commitNumber <= this.reference.commitNumber, `commit ${head.commitNumber} is shown and is not in the journal`);
      ensure(
        this.reference.stateHashAt(head.commitNumber) === head.stateHash,
        `commit ${head.commitNumber} is shown as of another state`,
      );
      ensure(before === head.commitNumber - 1, `commit ${head.commitNumber} is shown after commit ${before}`);
    });
  }
}
