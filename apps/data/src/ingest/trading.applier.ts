import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { lastSequence, sequenced, type EventMessage, type TradingEvent } from '@foretell/contracts';
import type { EventApplier, EventPlace, RefusedEvents } from '@foretell/platform-nats';
import { touchedBy } from '../projections/touched';
import type { TradingRows } from '../projections/trading-rows';
import { KnownTotals } from '../projections/wallet-totals';
import { LEAVING_NOTHING, TradingReduction } from '../projections/trading.reduction';
import { checkpointMoved, type Checkpoint, type Counters } from '../database/generation.query';
import { NumberCache } from './number-cache';
import { readPriorRows } from './prior-rows.query';
import type { PreparedBatch, ProjectionStore } from './projection-store';

/** A batch reduced to rows and encoded for PostgreSQL, not written yet. */
interface Reduced {
  readonly generation: number;
  readonly rows: TradingRows;
  /** Totals of wallets before these rows. */
  readonly known: KnownTotals;
  readonly prepared: PreparedBatch;
  readonly to: number;
}
interface Step {
  readonly reduced: Promise<Reduced>;
  readonly written: Promise<void>;
  /** Resolves when the previous step is written. */
  readonly ready: Promise<void>;
}

const DONE = Promise.resolve();

/**
 * Applies trading events to rows, with the checkpoint in the same transaction. Given a generation it writes that one (a rebuild),
 * otherwise the live one.
 *
 * Reads and reduces one batch while PostgreSQL writes the previous one. The results of the previous batch come from memory.
 * Everything earlier is committed, because only one batch is being written. If the previous batch fails, or another process moves
 * the checkpoint, the next batch finds the checkpoint moved and writes nothing.
 */
export class TradingApplier implements EventApplier<'clob'> {
  readonly takesOneAhead = true;
  readonly passesOver = LEAVING_NOTHING;
  private readonly numbers = new NumberCache();
  private last: Step | null = null;

  constructor(
    private readonly store: ProjectionStore,
    private readonly generation?: number,
  ) {}

  async checkpoint(): Promise<Checkpoint> {
    return this.store.checkpoint(await this.target());
  }

  async finish(): Promise<void> {
    const { last } = this;
    await last?.written.catch(() => undefined);
    if (this.last === last) this.last = null;
  }

  /** Called while no batch is in progress. */
  async adopt(at: EventPlace, lineage: string): Promise<void> {
    await this.store.adopt(await this.target(), at, lineage);
  }

  async apply(messages: readonly EventMessage<TradingEvent>[], lineage: string | null): Promise<void> {
    const step = this.begin(messages, { sequence: startOf(messages), lineage }, this.last);
    this.last = step;
    try {
      await step.written;
    } catch (error) {
      if (this.last === step) this.last = null;
      throw error;
    }
  }

  /**
   * Skips these events; later events are applied without them. A rebuild corrects the positions and averages that depend on them,
   * because it applies every event in order. Called while no batch is in progress.
   */
  async deadLetter(refused: RefusedEvents, lineage: string | null): Promise<void> {
    this.last = null;
    await this.store.deadLetter(this.generation, refused, lineage);
  }

  private async target(): Promise<number> {
    return this.generation ?? this.store.liveGeneration();
  }

  private begin(messages: readonly EventMessage<TradingEvent>[], from: EventPlace, before: Step | null): Step {
    const reduced = this.reduce(messages, from, before);
    const written = this.write(from, reduced, before?.written ?? DONE);
    // Dependents await both; a rejection before that is not unhandled.
    reduced.catch(() => undefined);
    written.catch(() => undefined);
    return { reduced, written, ready: before?.written ?? DONE };
  }

  private async reduce(messages: readonly EventMessage<TradingEvent>[], from: EventPlace, before: Step | null): Promise<Reduced> {
    const earlier = await earlierOf(before, from.sequence);
    const generation = earlier?.generation ?? (await this.target());
    const counters = earlier?.rows.counters ?? (await this.countersAt(generation, from));
    const touched = touchedBy(messages.flatMap(({ facts: events }) => events));
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
    // In portions: in between, the previous batch's response is received and its next statement sent.
    for (const message of messages) {
      reduction.add(sequenced<'clob'>([message]));
      await yieldToEventLoop();
    }
    const { rows } = reduction;
    const prepared = await this.store.prepare(generation, rows);
    return { generation, rows, known, prepared, to: messages.reduce((_, message) => lastSequence(message), from.sequence) };
  }

  /** Other rows are read after these. A process that changes them has moved the checkpoint, which the write detects. */
  private async countersAt(generation: number, from: EventPlace): Promise<Counters> {
    const { sequence, lineage, ...counters } = await this.store.checkpoint(generation);
    if (sequence !== from.sequence || lineage !== from.lineage) throw checkpointMoved('clob', generation, from.sequence);
    return counters;
  }

  private async write(from: EventPlace, reduction: Promise<Reduced>, before: Promise<void>): Promise<void> {
    const { generation, rows, prepared, to } = await reduction;
    await before;
    await prepared.write({ generation, isLive: this.generation === undefined, from, to, counters: rows.counters });
    for (const { address, number } of rows.newWallets) this.numbers.set(generation, address, number);
  }
}

/** The checkpoint that the messages follow. */
function startOf(messages: readonly EventMessage<TradingEvent>[]): number {
  return (messages[0]?.firstSequence ?? 1) - 1;
}

/** The previous batch if the next one follows it; anything earlier is committed by then. */
async function earlierOf(before: Step | null, from: number): Promise<Reduced | null> {
  if (before === null) return null;
  const earlier = await before.reduced;
  await before.ready;
  return earlier.to === from ? earlier : null;
}
