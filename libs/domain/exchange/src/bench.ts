import { BareBook } from './bench/bare-book';
import { CommandMix } from './bench/command-mix';
import { createExchange } from './create-exchange';

const BATCH = 128;
/** Batches made at once, before the clock starts: the clock of a process is coarse, and making commands is not counted. */
const ROUND = 64;
const WARM_UP = 60_000;

export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** What the same machine does in the same run when it only has to do the least. */
  readonly limit?: { readonly name: string; readonly value: number };
}

type Batch = ReturnType<CommandMix['batch']>;

/**
 * Commands per second of processor time, so that what else runs on the machine counts as little as possible; the time
 * includes all threads of the process, with the garbage collector and the compiler.
 */
function rate(mix: CommandMix, count: number, run: (batch: Batch) => void): number {
  for (let done = 0; done < WARM_UP; done += BATCH) run(mix.batch(BATCH));
  let micros = 0;
  let done = 0;
  while (done < count) {
    const batches = Array.from({ length: ROUND }, () => mix.batch(BATCH));
    const start = process.cpuUsage();
    for (const batch of batches) run(batch);
    const { user, system } = process.cpuUsage(start);
    micros += user + system;
    done += ROUND * BATCH;
  }
  return Math.round((done / micros) * 1_000_000);
}

function exchangeRate(bookCount: number, count: number): number {
  const mix = new CommandMix(bookCount);
  const exchange = createExchange({ gtdMinimumMillis: 60_000 });
  for (const command of mix.opening()) {
    const outcome = exchange.apply(command);
    if (outcome.type === 'rejected') throw new Error(`The benchmark cannot open: ${outcome.reason}.`);
  }
  exchange.drain();
  const value = rate(mix, count, (batch) => {
    for (const command of batch) exchange.apply(command);
    exchange.drain();
  });
  exchange.checkInvariants();
  return value;
}

function bareRate(bookCount: number, count: number): number {
  const bare = new BareBook();
  return rate(new CommandMix(bookCount), count, (batch) => {
    for (const command of batch) bare.apply(command);
  });
}

/** Full commands a second: funds, locks, matching, facts, rows and hash, drained every 128 commands, on one core. */
export async function bench(count = 250_000): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const books of [1, 1_000]) {
    measurements.push({
      name: `exchange, ${books} ${books === 1 ? 'book' : 'books'}`,
      unit: 'commands per CPU second',
      value: exchangeRate(books, count),
      limit: { name: 'bare price ladder: no ledger, no facts, no rows, no hash', value: bareRate(books, count) },
    });
  }
  return measurements;
}
