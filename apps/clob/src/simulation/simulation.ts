import { eventStream, judgeLineage, lineageText, parseLineage, rangeOf, sharedTo, type Lineage } from '@foretell/contracts';
import { ensure } from './reference-state';
import { Faults } from './faults';
import { Random } from './random';
import type { Mutation } from './mutation';
import { Recovery } from './recovery';
import { PREFIX } from './simulated-bus';
import type { Stored } from './simulated-stream';
import { takeTime } from './simulated-time';
import { World } from './world';

/** The result of one seed. */
export interface Simulated {
  readonly seed: number;
  /** Null when everything held. */
  readonly violation: Error | null;
  /** Equal for all runs of a seed. */
  readonly fingerprint: string;
  readonly steps: number;
  readonly commits: number;
  readonly orders: number;
  /** Counts of answers to callers by type, and of holders paid by a proposed result. */
  readonly answers: ReadonlyMap<string, number>;
  /** The trace, if requested. */
  readonly lines: readonly string[];
}

export interface SimulationOptions {
  readonly mutation?: Mutation;
  readonly keepsTrace?: boolean;
}

const TRADING_STREAM = eventStream(PREFIX, 'clob').stream;
const FAULTY_MILLIS = 15_000;
const QUIET_MILLIS = 150_000;
const LOOK_MILLIS = 200;

/** Runs the complete exchange, determined by its seed alone. Run one at a time: it replaces the process's clocks. */
export async function simulate(seed: number, { mutation = {}, keepsTrace = false }: SimulationOptions = {}): Promise<Simulated> {
  const world = new World(seed, mutation, keepsTrace);
  const giveBack = takeTime(world.scheduler, new Random(seed ^ 0x5eed));
  try {
    const faults = new Faults(world);
    new Recovery(world, seed, mutation.goesBack === true);
    await world.scheduler.run(FAULTY_MILLIS, () => world.violation !== null);
    faults.end();
    for (const caller of world.callers) caller.isDone = true;
    await untilCaughtUp(world);
    if (world.violation === null) world.guarded(() => requireCaughtUp(world));
  } finally {
    giveBack();
  }
  const { reference, scheduler, callerAnswers, violation, lines } = world;
  const fingerprint = JSON.stringify([scheduler.steps, scheduler.now, reference.projection, [...callerAnswers.counts]]);
  const { commitNumber: commits, orders, paidResults } = reference;
  const answers = new Map([...callerAnswers.counts, ['paid as proposed', paidResults.count]]);
  return { seed, violation, fingerprint, steps: scheduler.steps, commits, orders: orders.size, answers, lines };
}

/** Continues without faults until everything has caught up, at most for QUIET_MILLIS. */
async function untilCaughtUp(world: World): Promise<void> {
  const { scheduler } = world;
  const end = scheduler.now + QUIET_MILLIS;
  const isOver = (): boolean => world.violation !== null;
  while (scheduler.now < end && !isOver() && behind(world) !== null) await scheduler.run(scheduler.now + LOOK_MILLIS, isOver);
}

/** The first part that has not caught up with the commits; null when all have. */
function behind({ server, bus, projection, catalog, isServed, owesAnswers, callers }: World): string | null {
  const { commitNumber, sequence } = server.head('journal_head');
  if (!isServed) return 'nobody takes commands';
  if (owesAnswers) return 'a replica has not answered';
  if (callers.some(({ isWaiting }) => isWaiting)) return 'a caller waits';
  if (server.catalogSequence < catalog.head) return "the catalog's events are not all in the tables";
  if (server.head('recorder').commitNumber < commitNumber) return 'the tables are behind the journal';
  const lineage = server.lineages.current;
  if (!isCaughtUp(bus.streams.get(TRADING_STREAM)?.newest(), sequence, lineage)) return 'the stream is not the journal';
  if (projection.checkpoint !== sequence) return 'the projection is not at the end of the journal';
  const isOther = judgeLineage(lineageText(lineage), projection.lineage, sequence) === 'refuse';
  return isOther ? 'the projection is of a lineage that the record does not hold' : null;
}

/** A stream that is ahead of the record, or differs from it at the end, is of another lineage. */
function isCaughtUp(newest: Stored | undefined, sequence: number, lineage: Lineage): boolean {
  if (newest === undefined) return sequence === 0;
  const { lastSequence } = rangeOf(newest.id, newest.data);
  const shared = sharedTo(lineage, parseLineage(newest.lineage)?.id ?? '');
  return lastSequence === sequence && shared !== null && sequence <= shared;
}

/** The invariants when no request is in flight. */
function requireCaughtUp(world: World): void {
  const { reference, callerAnswers, projection, server } = world;
  const lacking = behind(world);
  ensure(lacking === null, `long after the last fault: ${lacking}`);
  ensure(JSON.stringify(projection.rows) === JSON.stringify(reference.projection), 'the projection is not what the journal says');
  const { orders, balances, markets } = reference;
  requireSame('orders', new Map([...server.tables.orders].map(([id, { row }]) => [id, row])), orders);
  requireSame('balances', server.tables.balances, balances);
  requireSame('markets', server.tables.markets, markets);
  ensure(server.tables.ledger.size === reference.references.size, 'the tables do not hold every reference');
  reference.requireSupplies();
  callerAnswers.requireRefusedAbsent();
}

function requireSame<Row extends object>(
  what: string,
  tables: ReadonlyMap<string, Row>,
  committed: ReadonlyMap<string, Row>,
): void {
  ensure(tables.size === committed.size, `the tables hold ${tables.size} ${what} of ${committed.size}`);
  for (const [key, row] of committed) {
    const held = tables.get(key);
    ensure(
      held !== undefined && sorted(held) === sorted(row),
      `the tables hold of ${what} ${key}: ${JSON.stringify(held)}, not ${JSON.stringify(row)}`,
    );
  }
}

function sorted(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
