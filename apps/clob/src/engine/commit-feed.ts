import { Injectable } from '@nestjs/common';
import type { LevelRow } from '@foretell/exchange';
import type { MarketChange } from '../market-directory/market-directory';
import type { CommitRows, OwnedOrder, RecordHead } from './journal/batch';

/** A commit that the views of this process show now, and what it changed in them. */
export interface ShownCommit {
  readonly rows: CommitRows;
  /** Those that the commit changed, in an order that is not the same on every replica. */
  readonly orders: readonly OwnedOrder[];
  /** Of another size than before, in an order that is not the same on every replica. */
  readonly levels: readonly LevelRow[];
  readonly markets: readonly MarketChange[];
}

/**
 * Who hears of commits. Called in the turn in which the views advance, before the callers get their answers: it must be short.
 */
export interface CommitListener {
  shown(commit: ShownCommit): void;
  /** The views were read anew and show the state after this commit, whatever was shown before. */
  loaded(head: RecordHead): void;
  /** From now on commits are of another history of the record: sequences of before say nothing any more. */
  lineageBegan(): void;
}

/**
 * Tells of each commit as this process comes to show it, be it the writer or a follower of the journal: in order, and each once
 * between two loadings.
 */
@Injectable()
export class CommitFeed {
  private readonly listeners: CommitListener[] = [];
  private current = '';

  /** Which history of the record is shown; empty until that is known. */
  get lineage(): string {
    return this.current;
  }

  /** To be called before the first commit of it is shown. The same one again changes nothing. */
  begin(lineage: string): void {
    if (lineage === this.current) return;
    this.current = lineage;
    for (const listener of this.listeners) listener.lineageBegan();
  }

  listen(listener: CommitListener): void {
    this.listeners.push(listener);
  }

  shown(commit: ShownCommit): void {
    for (const listener of this.listeners) listener.shown(commit);
  }

  loaded(head: RecordHead): void {
    for (const listener of this.listeners) listener.loaded(head);
  }
}
