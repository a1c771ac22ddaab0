import type { EventMessage, TradingEvent } from '@foretell/contracts';
import * as fc from 'fast-check';
import { TradingApplier } from '../ingest/trading.applier';
import { eventHistories } from '../testing/random-history';
import { Scheduler, type Asker } from './scheduler';
import { ALL_STORE_DUTIES, SimulatedStore, type StoreDuties } from './simulated-store';
import { folded } from './simulated-tables';

/** The result of one seed. */
export interface Simulated {
  /** Null when all invariants held. */
  readonly violation: string | null;
  readonly facts: number;
  readonly writes: number;
  /** Number of process restarts. */
  readonly starts: number;
  readonly hasSwapped: boolean;
}

const BEGINNING = Date.UTC(2026, 10, 21);
const COMMANDS_MAX = 60;
const FAULTY_MOMENTS = 700;
const QUIET_MOMENTS = 6_000;
const KILLED = 0.006;
/** Probability that a reader receives a message again. */
const REDELIVERED = 0.06;
const MESSAGES_MAX = 3;
const EVENTS_MAX = 4;
const NEXT_GENERATION = 2;

/**
 * Two readers that both use the same durable, and the rebuild of another generation, which replaces the first. The database
 * refuses, loses responses, and executes abandoned requests late; readers are killed at any point. One seed is one run. Compares
 * the tables with the fold of all events after every write.
 */
export async function simulate(seed: number, duties: Partial<StoreDuties> = {}): Promise<Simulated> {
  const [events = []] = fc.sample(eventHistories(BEGINNING, COMMANDS_MAX), { seed, numRuns: 1 });
  const scheduler = new Scheduler(seed);
  const store = new SimulatedStore(events, scheduler, { ...ALL_STORE_DUTIES, ...duties });
  const readers = [new Reader(store, events, scheduler), new Reader(store, events, scheduler)];
  const rebuild = new Reader(store, events, scheduler, NEXT_GENERATION);
  scheduler.disturbance = {
    refused: scheduler.below(8) / 100,
    answerLost: scheduler.below(8) / 100,
    late: scheduler.below(8) / 100,
  };
  for (const reader of [...readers, rebuild]) reader.start();
  let count = 0;
  await scheduler.run(() => {
    count += 1;
    for (const reader of [...readers, rebuild]) if (scheduler.chance(KILLED)) reader.restart();
    if (store.tables(NEXT_GENERATION).checkpoint.sequence === events.length && scheduler.chance(0.1))
      store.live = NEXT_GENERATION;
    return count > FAULTY_MOMENTS || store.violation !== null;
  });
  scheduler.disturbance = { refused: 0, answerLost: 0, late: 0 };
  const level = folded(events).text();
  const isCaughtUp = (): boolean => store.tables(store.live).text() === level;
  await scheduler.run(() => {
    count += 1;
    return isCaughtUp() || store.violation !== null || count > FAULTY_MOMENTS + QUIET_MOMENTS;
  });
  const violation = store.violation ?? (isCaughtUp() ? null : 'long after the last fault the tables are behind the events');
  for (const reader of [...readers, rebuild]) reader.end();
  const starts = [...readers, rebuild].reduce((sum, reader) => sum + reader.starts, 0);
  return { violation, facts: events.length, writes: store.writes, starts, hasSwapped: store.live === NEXT_GENERATION };
}

/** A process that applies events from the checkpoint, one batch ahead, and reads the checkpoint again after a fault. */
class Reader {
  starts = 0;
  private asker: Asker = { isAlive: false };

  constructor(
    private readonly store: SimulatedStore,
    private readonly facts: readonly TradingEvent[],
    private readonly scheduler: Scheduler,
    private readonly generation?: number,
  ) {}

  start(): void {
    this.starts += 1;
    this.asker = { isAlive: true };
    void this.run(this.asker);
  }

  /** Restarts at once and loses everything in memory. */
  restart(): void {
    this.end();
    this.start();
  }

  end(): void {
    this.asker.isAlive = false;
  }

  private async run(asker: Asker): Promise<void> {
    const applier = new TradingApplier(this.store.of(asker), this.generation);
    while (asker.isAlive) {
      await this.follow(applier, asker).catch(() => undefined);
      await this.scheduler.ask(asker, () => undefined).catch(() => undefined);
    }
  }

  /** Runs until there are no more messages; rejects when a batch does. */
  private async follow(applier: TradingApplier, asker: Asker): Promise<void> {
    await applier.finish();
    let { sequence: at } = await applier.checkpoint();
    let before: Promise<void> = Promise.resolve();
    while (asker.isAlive && at < this.facts.length) {
      const messages = this.messages(this.scheduler.chance(REDELIVERED) ? this.scheduler.below(at + 1) : at);
      const applied = applier.apply(messages, null);
      applied.catch(() => undefined);
      await before;
      before = applied;
      at = messages.reduce((sum, { facts: events }) => sum + events.length, (messages[0]?.firstSequence ?? 1) - 1);
    }
    await before;
  }

  private messages(from: number): EventMessage<TradingEvent>[] {
    const messages: EventMessage<TradingEvent>[] = [];
    let at = from;
    for (let left = 1 + this.scheduler.below(MESSAGES_MAX); left > 0 && at < this.facts.length; left -= 1) {
      const events = this.facts.slice(at, at + 1 + this.scheduler.below(EVENTS_MAX));
      messages.push({ source: 'clob', firstSequence: at + 1, facts: events });
      at += events.length;
    }
    return messages;
  }
}
