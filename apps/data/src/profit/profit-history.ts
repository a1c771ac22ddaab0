import type { PnlFidelity, PnlInterval } from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Inject, Injectable } from '@nestjs/common';
import { minuteOf, valueMicros } from '../projections/mark';
import { ProfitQuery, type HistoryReads } from './profit.query';
import { firstMinute, gridOf, stepsFrom } from './profit-steps';
import { pastStandings, type Holding, type PastStanding, type Standing } from './standing';

/** Points of a series, not counting the last one, now. */
const POINTS_MAX = 400;
/** Marks looked up for a series: one per market held at each of its points. */
const MARKS_MAX = 5_000;
const MINUTE_MILLIS = 60_000;

/** A wallet's standing at a moment, from everything before it. Amounts in micros. */
export interface ProfitPoint extends Omit<Standing, 'holdings'> {
  /** Unix milliseconds. */
  readonly at: number;
  /** The value of its shares at their marks. */
  readonly worthMicros: number;
}

/** Oldest first; the last point is now. */
export interface ProfitSeries {
  readonly fidelity: PnlFidelity;
  readonly points: readonly ProfitPoint[];
}

/**
 * A wallet's profit over time: cash received less paid, and shares at their marks, at regular steps in UTC and now.
 *
 * Walks back from the current standing, so the cost depends on the interval, not on the complete history. Reads the newest 10,000
 * rows of activity, and looks up the marks of the shares held at each point. A series that needs more marks or points gets a
 * coarser step; one that reaches too far back begins later.
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

/** Uses the finest allowed step within the limits; the coarsest step is cut off at the limits. */
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
