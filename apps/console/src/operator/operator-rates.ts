import type { OperatorStatus } from '@foretell/contracts';

const SECOND = 1_000;

/** A counter and its current rate. */
export interface Rate {
  readonly name: string;
  readonly total: number;
  /** Per second, between two responses of one process; null without two. */
  readonly perSecond: number | null;
}

/** Rates of a service's counters. Responses of two processes, or from before and after a restart, cannot be compared. */
export function ratesOf(now: OperatorStatus, before: OperatorStatus | null): readonly Rate[] {
  const seconds = before !== null && isSameProcess(now, before) ? (now.at - before.at) / SECOND : 0;
  return now.totals.map(({ name, total }) => {
    const earlier = before?.totals.find((each) => each.name === name)?.total;
    const perSecond = seconds > 0 && earlier !== undefined ? (total - earlier) / seconds : null;
    return { name, total, perSecond };
  });
}

function isSameProcess({ process: a }: OperatorStatus, { process: b }: OperatorStatus): boolean {
  return a.host === b.host && a.pid === b.pid && a.startedAt === b.startedAt;
}

/** As in "2 d 3 h", "4 min", "12 s". */
export function ageText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
