import { Injectable } from '@nestjs/common';
import type { LevelRow } from '@foretell/exchange';
import type { MarketChange } from '../market-directory/market-directory';
import type { CommitRows, OwnedOrder, RecordHead } from './journal/batch';

/** A commit that the views of this process now show, and what it changed in them. */
export interface ShownCommit {
  readonly rows: CommitRows;
  /** Orders that the commit changed. Their order differs between replicas. */
  readonly orders: readonly OwnedOrder[];
  /** Levels whose size changed. Their order differs between replicas. */
  readonly levels: readonly LevelRow[];
  readonly markets: readonly MarketChange[];
}

/**
 * A listener for commits. Called in the same tick in which the views advance, before callers are answered: it must return fast.
 */
export interface CommitListener {
  shown(commit: ShownCommit): void;
  /** The views were reloaded and show the state after this commit, whatever they showed before. */
  loaded(head: RecordHead): void;
  /** Later commits belong to another lineage: earlier sequence numbers have no meaning in it. */
  lineageBegan(): void;
}

/**
 * Emits each commit as this process starts to show it, whether it is the writer or a follower: in order, and each once between
 * two loads.
 */
@Injectable()
export class CommitFeed {
  private readonly listeners: CommitListener[] = [];
  private current = '';

  /** The lineage that is shown; empty until it is known. */
  get lineage(): string {
    return this.current;
  }

  /** Call before the first commit of the lineage is shown. Repeating the same lineage changes nothing. */
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
