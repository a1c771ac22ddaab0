import { BaselineBook } from './bare-book';
import { CommandMix } from './command-mix';
import { createExchange } from '../create-exchange';
import { dryRunTimes } from './dry-runs';
import { USUAL_BOUNDS } from '../exchange';

const BATCH = 128;
/** Batches per clock reading, because the clock is coarse. */
const ROUND = 32;
const WARM_UP = 160_000;
const DRY_RUN_ORDERS = 1_000_000;

export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** The baseline, measured on the same machine in the same run. */
  readonly limit?: { readonly name: string; readonly value: number };
}

type Batch = ReturnType<CommandMix['batch']>;
/** The kind of batch, from the mix. */
type Kind = 'batch' | 'shortLived';

/**
 * Commands per second of CPU time, so that other load on the machine matters little. CPU time covers all threads of the process,
 * with garbage collection and compilation. The commands of a round are created just before its clock starts: like commands just
 * read from the network, they are still in the cache. Returns the median round.
 */
function rate(mix: CommandMix, kind: Kind, count: number, run: (batch: Batch) => void): number {
  const rounds: number[] = [];
  for (let done = 0; done < WARM_UP + count; done += ROUND * BATCH) {
    const batches = Array.from({ length: ROUND }, () => mix[kind](BATCH));
    const start = process.cpuUsage();
    for (const batch of batches) run(batch);
    const { user, system } = process.cpuUsage(start);
    if (done >= WARM_UP) rounds.push((user + system) / (ROUND * BATCH));
  }
  const median = rounds.sort((a, b) => a - b)[rounds.length >> 1] ?? 0;
  return Math.round(1_000_000 / median);
}

function exchangeRate(bookCount: number, kind: Kind, count: number): number {
  const mix = new CommandMix(bookCount);
  const exchange = createExchange({ gtdMinimumMillis: 60_000, bounds: USUAL_BOUNDS });
  for (const command of mix.opening()) {
    const outcome = exchange.apply(command);
    if (outcome.type === 'rejected') throw new Error(`The benchmark cannot open: ${outcome.reason}.`);
  }
  exchange.drain();
  const value = rate(mix, kind, count, (batch) => {
    for (const command of batch) exchange.apply(command);
    exchange.drain();
  });
  exchange.checkInvariants();
  return value;
}

function baselineRate(bookCount: number, count: number): number {
  const baseline = new BaselineBook();
  return rate(new CommandMix(bookCount), 'batch', count, (batch) => {
    for (const command of batch) baseline.apply(command);
  });
}

/** Complete commands per second on one core: funds, locks, matching, events, rows and hash, drained every 128 commands. */
export async function bench(count = 250_000): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const books of [1, 1_000]) {
    measurements.push({
      name: `exchange, ${books} ${books === 1 ? 'book' : 'books'}`,
      unit: 'commands per CPU second',
      value: exchangeRate(books, 'batch', count),
      limit: { name: 'baseline price ladder: no ledger, no events, no rows, no hash', value: baselineRate(books, count) },
    });
  }
  measurements.push({
    name: 'exchange, 1 book, orders cancelled at once',
    unit: 'commands per CPU second',
    value: exchangeRate(1, 'shortLived', count),
  });
  const { oneMillis, worstMillis, wholeMillis } = dryRunTimes(DRY_RUN_ORDERS, timed);
  const dryRun = { unit: 'CPU ms', limit: { name: 'complete restore of its market', value: Math.round(wholeMillis) } };
  measurements.push(
    { name: 'dry run of one order, 1 M open orders in the market', value: rounded(oneMillis), ...dryRun },
    { name: 'dry run of 15 orders of 1,000 fills each', value: rounded(worstMillis), ...dryRun },
  );
  return measurements;
}

function rounded(millis: number): number {
  return Math.round(millis * 100) / 100;
}

function timed(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}
