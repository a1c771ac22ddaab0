import { Logger } from '@nestjs/common';
import { simulate, type Simulated } from './simulation';

/** Options of `npm run simulate`. */
export interface SimulateOptions {
  /** How many seeds, from `from` on. */
  readonly seeds: number;
  readonly from: number;
  /** A single seed, with its trace. */
  readonly seed?: number | undefined;
  readonly print: (text: string) => void;
}

const NEWS_MILLIS = 10_000;

/** Runs the seeds until one fails. @returns whether all passed */
export async function runSeeds({ seeds, from, seed, print }: SimulateOptions): Promise<boolean> {
  Logger.overrideLogger(false);
  if (seed !== undefined) return report(await simulate(seed, { keepsTrace: true }), print);
  const startedAt = performance.now();
  const done = { seeds: 0, steps: 0, commits: 0, orders: 0 };
  let newsAt = startedAt + NEWS_MILLIS;
  for (let next = from; next < from + seeds; next += 1) {
    const ran = await simulate(next);
    done.seeds += 1;
    done.steps += ran.steps;
    done.commits += ran.commits;
    done.orders += ran.orders;
    // The same run again, with its trace.
    if (ran.violation !== null) return report(await simulate(next, { keepsTrace: true }), print);
    if (performance.now() < newsAt) continue;
    newsAt = performance.now() + NEWS_MILLIS;
    print(`${next}: ${summary(done, startedAt)}`);
  }
  print(`every promise was kept: ${summary(done, startedAt)}`);
  return true;
}

function summary({ seeds, steps, commits, orders }: Readonly<Record<string, number>>, startedAt: number): string {
  const perSecond = (seeds ?? 0) / ((performance.now() - startedAt) / 1_000);
  return `${seeds} seeds, ${perSecond.toFixed(1)} seeds/s, ${steps} steps, ${commits} commits, ${orders} orders`;
}

function report({ seed, violation, lines }: Simulated, print: (text: string) => void): boolean {
  for (const line of lines) print(line);
  print(violation === null ? `seed ${seed} kept every promise` : `seed ${seed} FAILED: ${violation.message}`);
  return violation === null;
}
