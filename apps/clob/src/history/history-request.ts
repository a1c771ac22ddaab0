import type { HistoryInterval } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';

/** A checked request: a window in Unix seconds, and the width of a bucket in minutes. */
export interface HistoryWindow {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly stepMinutes: number;
}

/** Widths that buckets have; a requested fidelity is rounded up to the next. Source: protocol 10, prices-history. */
const STEPS_MINUTES = [1, 5, 30, 180, 720] as const;
/** Seconds of each interval and the default width of its buckets. 1m is a minute, as in the interface's own family. */
const INTERVALS: Readonly<Record<HistoryInterval, { readonly seconds: number; readonly stepMinutes: number } | 'whole'>> = {
  '1m': { seconds: 60, stepMinutes: 1 },
  '5m': { seconds: 300, stepMinutes: 1 },
  '15m': { seconds: 900, stepMinutes: 1 },
  '1h': { seconds: 3_600, stepMinutes: 1 },
  '6h': { seconds: 21_600, stepMinutes: 5 },
  '1d': { seconds: 86_400, stepMinutes: 5 },
  '1w': { seconds: 604_800, stepMinutes: 30 },
  max: 'whole',
  all: 'whole',
};
const WHOLE_STEP_MINUTES = 720;
/** A series holds at most so many points; a longer one needs a coarser fidelity. */
export const POINTS_MAX = 5_000;

/** What a request may say of the window: seconds and minutes. */
export interface HistoryFields {
  readonly interval: HistoryInterval | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly fidelity: number | undefined;
}

/** Source: protocol 10, prices-history. Throws 400 that names the field to change. */
export function historyWindow({ interval, start, end, fidelity }: HistoryFields, nowSeconds: number): HistoryWindow {
  if (fidelity !== undefined && fidelity < 1) throw invalid('fidelity must be whole minutes, at least 1', 'fidelity');
  if (interval !== undefined && (start !== undefined || end !== undefined)) {
    throw invalid('invalid filters: interval excludes startTs and endTs', 'interval');
  }
  if (interval === undefined && start === undefined) throw invalid('invalid filters: give interval, or startTs', 'interval');
  if (interval !== undefined) {
    const known = INTERVALS[interval];
    const endSeconds = nowSeconds;
    if (known === 'whole') return { startSeconds: 0, endSeconds, stepMinutes: stepOf(fidelity, WHOLE_STEP_MINUTES) };
    return { startSeconds: nowSeconds - known.seconds, endSeconds, stepMinutes: stepOf(fidelity, known.stepMinutes) };
  }
  const startSeconds = start ?? 0;
  if ((end ?? nowSeconds) < startSeconds) throw invalid('invalid filters: endTs is before startTs', 'endTs');
  // What has not happened has no price.
  const endSeconds = Math.min(end ?? nowSeconds, nowSeconds);
  return { startSeconds, endSeconds, stepMinutes: stepOf(fidelity, defaultStep(endSeconds - startSeconds)) };
}

function stepOf(fidelity: number | undefined, fallback: number): number {
  if (fidelity === undefined) return fallback;
  return STEPS_MINUTES.find((step) => step >= fidelity) ?? WHOLE_STEP_MINUTES;
}

function defaultStep(seconds: number): number {
  if (seconds <= 3_600) return 1;
  if (seconds <= 86_400) return 5;
  return seconds <= 604_800 ? 30 : 180;
}

function invalid(message: string, field: string): HttpFailure {
  return new HttpFailure(400, message, 'invalid_filters', { field });
}
