import type { PnlFidelity, PnlInterval } from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Inject, Injectable } from '@nestjs/common';
import { minuteOf, valueMicros } from '../projections/mark';
import { ProfitQuery, type HistoryReads } from './profit.query';
import { firstMinute, gridOf, stepsFrom } from './profit-steps';
import { pastStandings, type Holding, type PastStanding, type Standing } from './standing';

/** Points of a series, the last one, now, aside. */
const POINTS_MAX = 400;
/** Marks that are looked up for a series: one for each market held at each of its points. */
const MARKS_MAX = 5_000;
const MINUTE_MILLIS = 60_000;

/** Where a wallet stood at a moment, by all that it did before. Amounts in micros. */
export interface ProfitPoint extends Omit<Standing, 'holdings'> {
  /** Unix milliseconds. */
  readonly at: number;
  /** What its shares were worth at their marks. */
  readonly worthMicros: number;
}

/** Oldest first; the last point is now. */
export interface ProfitSeries {
  readonly fidelity: PnlFidelity;
  readonly points: readonly ProfitPoint[];
}

/**
 * A wallet's profit over time: cash received less paid, and shares at their marks, at whole steps of UTC and now.
 *
 * Going back from what the wallet has now costs what it did since, not what it ever did. Of activity the newest 10,000 rows are
 * read; marks are looked up for what was held at each point. A series that would need more of them, or more points, gets a
 * coarser step, and one that reaches too far back begins later.
 */
@Injectable()
export class ProfitHistory {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly query: ProfitQuery,
  ) {}

  of(user: string, interval: PnlInterval, fidelity: PnlFidelity | null): Promise<ProfitSeries> {
    const now = this.clock();
    return this.query.read(user, (reads) => seriesOf(reads, now, interval, fidelity));
  }
}

async function seriesOf(
  reads: HistoryReads,
  now: number,
  interval: PnlInterval,
  fidelity: PnlFidelity | null,
): Promise<ProfitSeries> {
  const { name, past } = walkBack(reads, now, interval, fidelity);
  const marks = await reads.marksAt(past.flatMap(({ minute, shares }) => shares.map(({ condition }) => ({ condition, minute }))));
  let used = 0;
  const before = past.map(({ minute, shares, ...standing }): ProfitPoint => {
    const holdings = shares.map((each) => ({ ...each, markHalfPips: marks[used++] ?? 0 }));
    return { ...standing, at: minute * MINUTE_MILLIS, worthMicros: worthOf(holdings) };
  });
  const { holdings, ...standing } = reads.history.now;
  return { fidelity: name, points: [...before.reverse(), { ...standing, at: now, worthMicros: worthOf(holdings) }] };
}

/** The finest of the allowed steps that is not too much; of the coarsest as much as is. */
function walkBack(
  { history: { now: standing, moved, knownSince } }: HistoryReads,
  now: number,
  interval: PnlInterval,
  fidelity: PnlFidelity | null,
): { readonly name: PnlFidelity; readonly past: readonly PastStanding[] } {
  const steps = stepsFrom(interval, fidelity);
  const began = moved.at(-1)?.minute ?? minuteOf(now);
  const reach = { from: Math.max(began, firstMinute(interval, minuteOf(now))), knownSince, now };
  for (const [name, step] of steps) {
    const isLast = name === steps.at(-1)?.[0];
    const minutes = gridOf(reach, step, isLast ? Number.POSITIVE_INFINITY : POINTS_MAX)?.slice(0, POINTS_MAX);
    if (minutes === undefined) continue;
    const past = pastStandings(standing, moved, minutes, MARKS_MAX);
    if (isLast || past.length === minutes.length) return { name, past };
  }
  throw new RangeError(`no step answers ${interval} at ${fidelity}`);
}

function worthOf(holdings: readonly Holding[]): number {
  return holdings.reduce(
    (sum, { size0Micros, size1Micros, markHalfPips }) =>
      sum + valueMicros(size0Micros, markHalfPips, 0) + valueMicros(size1Micros, markHalfPips, 1),
    0,
  );
}
