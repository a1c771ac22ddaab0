import type { Lineage, PackedMessage } from '@foretell/contracts';
import { ZERO_TOTALS, type BalanceRow, type MarketRow } from '@foretell/exchange';
import type { EventPlace } from '@foretell/platform-nats';
import { leastEpoch } from '../engine/epoch.query';
import type { CommitBatch, NewOrder, RecordHead } from '../engine/journal/batch';
import { encodeChanges } from '../engine/journal/changes.codec';
import type { Found } from '../engine/known/known-ids';
import { FencedOut } from '../engine/journal/commit.query';
import type { JournalPage } from '../engine/follower/follow.query';
import type { CommitRange } from '../engine/projector/commit-range';
import type { CommittedChanges } from '../engine/trading-record';
import type { ListingEntry } from '../market-directory/market-directory';
import { RecordLog, type Done } from './record-log';
import { SimulatedLineages } from './simulated-lineages';
import { Tables } from './simulated-tables';

interface FencedHead {
  epoch: number;
  head: RecordHead;
}

/** Mutations switch these off one by one to test that a simulation detects it. */
export interface RecordDuties {
  readonly fencesCommits: boolean;
  readonly fencesProjector: boolean;
  /** Rows are deleted from the journal in the transaction that writes them to the tables. */
  readonly forgetsWithRows: boolean;
  /** Timelines have disjoint epochs. */
  readonly raisesByTimeline: boolean;
  /** A lineage begins when the server was recovered or promoted. */
  readonly beginsLineages: boolean;
}
export const ALL_DUTIES: RecordDuties = {
  fencesCommits: true,
  fencesProjector: true,
  forgetsWithRows: true,
  raisesByTimeline: true,
  beginsLineages: true,
};

/** How long recorded rows stay in the journal for followers. */
export interface Keeping {
  readonly millis: number;
  readonly now: () => number;
}

/** Listener for every committed transaction. */
export interface RecordWatch {
  /** Only this epoch may commit from now on. */
  raised(epoch: number): void;
  committed(batch: CommitBatch): void;
  lineageBegan?(id: string): void;
}

/**
 * A model of the trading service's database: each method is one atomic transaction, which throws when it has no effect.
 * model.db.spec.ts compares it with PostgreSQL. The Network simulates losses between server and caller.
 */
export class SimulatedRecord {
  readonly tables = new Tables();
  readonly lineages: SimulatedLineages;
  /** Stored with the checkpoint of the catalog's events. */
  catalogLineage: string | null = null;
  private readonly log = new RecordLog();
  private readonly messages: (PackedMessage & { readonly at: number })[] = [];
  private readonly changes = new Map<number, Buffer>();
  private readonly writer: FencedHead = { epoch: 0, head: NO_COMMIT };
  private readonly projector: FencedHead = { epoch: 0, head: NO_COMMIT };
  /** The projector's transactions since the last flushed commit, the newest last. */
  private unflushed: Done[] = [];
  /** Recorded rows that stay in the journal for followers: up to which commit, and since when. */
  private kept: { readonly commitNumber: number; readonly since: number }[] = [];

  constructor(
    private readonly watch: RecordWatch,
    private readonly duties: RecordDuties = ALL_DUTIES,
    private readonly keeping: Keeping = { millis: 0, now: () => 0 },
  ) {
    this.lineages = new SimulatedLineages((id) => watch.lineageBegan?.(id));
  }

  /** The first statement of raiseEpoch. */
  raiseWriterEpoch(): number {
    const before = this.writer.epoch;
    const least = this.duties.raisesByTimeline ? leastEpoch(this.lineages.timeline) : 0;
    this.writer.epoch = Math.max(before + 1, least);
    this.flush();
    this.log.add(() => (this.writer.epoch = before));
    this.watch.raised(this.writer.epoch);
    return this.writer.epoch;
  }

  /** The second statement of raiseEpoch. */
  raiseProjectorEpoch(epoch: number): void {
    const before = this.projector.epoch;
    this.projector.epoch = epoch;
    this.flush();
    this.log.add(() => (this.projector.epoch = before));
  }

  /** The last statements of raiseEpoch. */
  ensureLineage(): void {
    if (!this.duties.beginsLineages || !this.lineages.ensure(this.writer.head.sequence)) return;
    this.log.add(() => this.lineages.forget());
  }

  /** See LineageTable.begin: by decision of the operator. */
  beginLineage(afterSequence: number): Lineage {
    const lineage = this.lineages.begin(afterSequence);
    this.log.add(() => this.lineages.forget());
    return lineage;
  }

  /** See CatalogCheckpoint. */
  adoptCatalog(from: EventPlace, lineage: string): void {
    const before = this.catalogLineage;
    const isThere = this.catalogSequence === from.sequence && before === from.lineage;
    if (!isThere) throw new Error(`the checkpoint of the catalog's events is not at ${from.sequence}`);
    this.catalogLineage = lineage;
    this.log.add(() => (this.catalogLineage = before));
  }

  get catalogSequence(): number {
    return this.tables.checkpoints.get('gamma') ?? 0;
  }

  /** See commitBatch. */
  commit(batch: CommitBatch): void {
    const { epoch, at, messages, rows } = batch;
    const isFenced = this.duties.fencesCommits && this.writer.epoch !== epoch;
    if (isFenced || this.writer.head.commitNumber !== rows.head.commitNumber - 1) throw new FencedOut(epoch);
    if (this.changes.has(rows.head.commitNumber)) throw new Error('duplicate key in clob.journal_changes');
    for (const message of messages) this.messages.push({ ...message, at });
    this.changes.set(rows.head.commitNumber, encodeChanges(rows));
    const before = this.writer.head;
    this.writer.head = rows.head;
    this.flush();
    const undo = (): void => {
      this.messages.splice(this.messages.length - messages.length);
      this.changes.delete(rows.head.commitNumber);
      this.writer.head = before;
    };
    this.log.add(undo, true);
    this.watch.committed(batch);
  }

  /** See RecordTables. */
  record(epoch: number, from: number, commitRange: CommitRange): void {
    const { projector } = this;
    const isFenced = this.duties.fencesProjector && (projector.epoch !== epoch || projector.head.commitNumber !== from);
    if (isFenced) throw new FencedOut(epoch);
    const before = projector.head;
    const forgettable = this.forgettable(commitRange.head.commitNumber);
    const forgotten = [...this.changes].filter(([commitNumber]) => commitNumber <= forgettable);
    const undoRows = this.tables.write(commitRange);
    for (const [commitNumber] of forgotten) this.changes.delete(commitNumber);
    projector.head = commitRange.head;
    const undo = (): void => {
      projector.head = before;
      undoRows();
      if (this.duties.forgetsWithRows) for (const [commitNumber, bytes] of forgotten) this.changes.set(commitNumber, bytes);
    };
    this.unflushed.push(this.log.add(undo));
  }

  /** The server fails and restarts without the newest `lost` unflushed transactions. */
  restart(lost: number): void {
    for (let left = lost; left > 0; left -= 1) {
      const done = this.unflushed.pop();
      if (done === undefined) break;
      done.undo();
      this.log.drop(done);
    }
    this.flush();
  }

  /**
   * The record is recovered to an earlier time, or a standby that is behind is promoted: the newest commits, all that followed,
   * and `further` transactions before them are lost.
   */
  goBack(commits: number, further: number): void {
    this.log.goBack(commits, further);
    this.kept = [];
    this.flush();
    this.lineages.timeline += 1;
  }

  /** Transactions that a restart may lose. */
  get unflushedCount(): number {
    return this.unflushed.length;
  }

  head(of: 'journal_head' | 'recorder'): RecordHead {
    return (of === 'recorder' ? this.projector : this.writer).head;
  }

  epochs(): { readonly writer: number; readonly projector: number } {
    return { writer: this.writer.epoch, projector: this.projector.epoch };
  }

  changesAfter(commitNumber: number): CommittedChanges[] {
    return [...this.changes]
      .filter(([number]) => number > commitNumber)
      .sort(([a], [b]) => a - b)
      .slice(0, CHANGES_READ_MAX)
      .map(([number, bytes]) => ({ commitNumber: number, bytes }));
  }

  /** See readJournalPage. */
  journalPage(after: number): JournalPage {
    const { commitNumber: end, stateHash } = this.writer.head;
    const lineage = this.lineages.current.id;
    return { epoch: this.writer.epoch, end, stateHash, lineage, commits: this.changesAfter(after) };
  }

  journalFrom(sequence: number, limitMessages: number): PackedMessage[] {
    return this.messages.filter(({ lastSequence }) => lastSequence >= sequence).slice(0, limitMessages);
  }

  /** A consistent snapshot of the tables. */
  state(): RecordedState {
    const { tables } = this;
    const markets = [...tables.markets.values()].sort((a, b) => (a.conditionId < b.conditionId ? -1 : 1));
    const orders = [...tables.orders.values()].filter(({ row }) => row.status === 'live' || row.status === 'delayed');
    return {
      head: this.projector.head,
      markets,
      balances: [...tables.balances.values()].filter(
        ({ availableMicros, lockedMicros }) => availableMicros > 0 || lockedMicros > 0,
      ),
      orders: orders.sort((a, b) => a.row.priority - b.row.priority),
      listings: [...tables.listings.values()],
    };
  }

  /** Nothing is archived here. */
  ids(of: 'archived' | 'orders' | 'references', after: string): string[] {
    if (of === 'archived') return [];
    const ids = of === 'orders' ? this.tables.orders.keys() : this.tables.ledger.keys();
    return [...ids]
      .filter((id) => id > after)
      .sort()
      .slice(0, IDS_READ_MAX);
  }

  idsAmong(orderIds: readonly string[], references: readonly string[]): Found {
    const { orders, ledger } = this.tables;
    const ids = [...orderIds.filter((id) => orders.has(id)), ...references.filter((reference) => ledger.has(reference))];
    return { ids, horizon: 0 };
  }

  /** Deletes like RecordTables. */
  private forgettable(projectedTo: number): number {
    const { millis, now } = this.keeping;
    this.kept.push({ commitNumber: projectedTo, since: now() });
    const old = this.kept.filter(({ since }) => now() - since >= millis);
    this.kept = this.kept.slice(old.length);
    return old.at(-1)?.commitNumber ?? 0;
  }

  private flush(): void {
    this.unflushed = [];
  }
}

/** Small, so that a run reads more than one page. */
const CHANGES_READ_MAX = 3;
const IDS_READ_MAX = 50;

const NO_COMMIT: RecordHead = {
  commitNumber: 0,
  sequence: 0,
  stateHash: '',
  totals: ZERO_TOTALS,
};

export interface RecordedState {
  readonly head: RecordHead;
  readonly markets: readonly MarketRow[];
  readonly balances: readonly BalanceRow[];
  readonly orders: readonly NewOrder[];
  readonly listings: readonly ListingEntry[];
}
