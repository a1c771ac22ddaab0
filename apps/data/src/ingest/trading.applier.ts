import { setImmediate as nextTurn } from 'node:timers/promises';
import { lastSequence, sequenced, type FactMessage, type TradingFact } from '@foretell/contracts';
import type { FactApplier, RefusedFacts } from '@foretell/platform-nats';
import { touchedBy } from '../projections/touched';
import type { TradingRows } from '../projections/trading-rows';
import { KnownTotals } from '../projections/wallet-totals';
import { LEAVING_NOTHING, TradingReduction } from '../projections/trading.reduction';
import { checkpointMoved, type Checkpoint, type Counters } from '../database/generation.query';
import { NumberCache } from './number-cache';
import { readPriorRows } from './prior-rows.query';
import type { PreparedBatch, ProjectionStore } from './projection-store';

/** A batch reduced to rows and put into PostgreSQL's words, not yet written. */
interface Reduced {
  readonly generation: number;
  readonly rows: TradingRows;
  /** Of wallets, as they stood before these rows. */
  readonly known: KnownTotals;
  readonly prepared: PreparedBatch;
  readonly to: number;
}
interface Step {
  readonly reduced: Promise<Reduced>;
  readonly written: Promise<void>;
  /** When the step before this one is written. */
  readonly ready: Promise<void>;
}

const DONE = Promise.resolve();

/**
 * Trading facts to rows, the checkpoint in the same transaction. With a generation it writes that one (a rebuild), without it the
 * live one.
 *
 * One batch is read and reduced while PostgreSQL writes the one before it. What the earlier batch leaves is taken from memory;
 * everything else is committed by then, because no more than one batch is being written. Should the earlier one fail, or somebody
 * else move the checkpoint meanwhile, the later one finds the checkpoint moved and writes nothing.
 */
export class TradingApplier implements FactApplier<'clob'> {
  readonly takesOneAhead = true;
  readonly passesOver = LEAVING_NOTHING;
  private readonly numbers = new NumberCache();
  private last: Step | null = null;
  /** Of what this applier goes on from. */
  private followed: string | null = null;

  constructor(
    private readonly store: ProjectionStore,
    private readonly generation?: number,
  ) {}

  /** Where facts go on, after everything that was begun here has succeeded or failed. */
  async checkpoint(): Promise<number> {
    const { last } = this;
    await last?.written.catch(() => undefined);
    if (this.last === last) this.last = null;
    const { sequence, lineage } = await this.stored();
    this.followed = lineage;
    return sequence;
  }

  async reached(): Promise<number> {
    return (await this.stored()).sequence;
  }

  async lineage(): Promise<string | null> {
    return (await this.stored()).lineage;
  }

  /** Called when nothing is under way. */
  async adopt(lineage: string, sequence: number): Promise<void> {
    const generation = this.generation ?? (await this.store.liveGeneration());
    await this.store.adopt(generation, { sequence, lineage: this.followed }, lineage);
    this.followed = lineage;
  }

  async apply(messages: readonly FactMessage<TradingFact>[]): Promise<void> {
    const step = this.begin(messages, this.last);
    this.last = step;
    try {
      await step.written;
    } catch (error) {
      if (this.last === step) this.last = null;
      throw error;
    }
  }

  /**
   * What follows is applied without them; positions and averages that depend on them are made right by a rebuild, which applies
   * every fact in its place. Called when nothing is under way.
   */
  async setAside(refused: RefusedFacts): Promise<void> {
    this.last = null;
    await this.store.setAside(this.generation, refused, this.followed);
  }

  private async stored(): Promise<Checkpoint> {
    return this.store.checkpoint(this.generation ?? (await this.store.liveGeneration()));
  }

  private begin(messages: readonly FactMessage<TradingFact>[], before: Step | null): Step {
    const reduced = this.reduce(messages, before);
    const written = this.write(messages, reduced, before?.written ?? DONE);
    // Both are awaited by whoever depends on them; a rejection before then is not unhandled.
    reduced.catch(() => undefined);
    written.catch(() => undefined);
    return { reduced, written, ready: before?.written ?? DONE };
  }

  private async reduce(messages: readonly FactMessage<TradingFact>[], before: Step | null): Promise<Reduced> {
    const from = startOf(messages);
    const earlier = await earlierOf(before, from);
    const generation = earlier?.generation ?? this.generation ?? (await this.store.liveGeneration());
    const counters = earlier?.rows.counters ?? (await this.countersAt(generation, from));
    const touched = touchedBy(messages.flatMap(({ facts }) => facts));
    const known = earlier?.known ?? new KnownTotals();
    if (earlier !== null) known.take(earlier.rows.totals);
    const prior = await readPriorRows(this.store, {
      generation,
      counters,
      touched,
      numbers: this.numbers,
      earlier: earlier?.rows ?? null,
      known,
    });
    const reduction = new TradingReduction(prior);
    // In portions: between them the answer to a statement of the batch before is heard and its next statement is sent.
    for (const message of messages) {
      reduction.add(sequenced<'clob'>([message]));
      await nextTurn();
    }
    const { rows } = reduction;
    const prepared = await this.store.prepare(generation, rows);
    return { generation, rows, known, prepared, to: messages.reduce((_, message) => lastSequence(message), from) };
  }

  /** Rows are read after these, so whoever changes them meanwhile has moved the checkpoint on, and the write finds that out. */
  private async countersAt(generation: number, from: number): Promise<Counters> {
    const { sequence, lineage, ...counters } = await this.store.checkpoint(generation);
    if (sequence !== from || lineage !== this.followed) throw checkpointMoved('clob', generation, from);
    return counters;
  }

  private async write(
    messages: readonly FactMessage<TradingFact>[],
    reduction: Promise<Reduced>,
    before: Promise<void>,
  ): Promise<void> {
    const lineage = this.followed;
    const { generation, rows, prepared, to } = await reduction;
    await before;
    const isLive = this.generation === undefined;
    await prepared.write({ generation, isLive, from: startOf(messages), lineage, to, counters: rows.counters });
    for (const { address, number } of rows.newWallets) this.numbers.set(generation, address, number);
  }
}

/** The checkpoint that the messages follow. */
function startOf(messages: readonly FactMessage<TradingFact>[]): number {
  return (messages[0]?.firstSequence ?? 1) - 1;
}

/** The batch before, when the next one follows it; what came before that one is committed by then. */
async function earlierOf(before: Step | null, from: number): Promise<Reduced | null> {
  if (before === null) return null;
  const earlier = await before.reduced;
  await before.ready;
  return earlier.to === from ? earlier : null;
}
