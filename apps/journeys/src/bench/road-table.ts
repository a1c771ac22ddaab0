import type { Measurement } from '@foretell/testing';
import { within, type Run } from './callers';
import { total, type ProcessorTimes } from './processor-time';

/** Targets of a part; a figure without a target is compared with the baseline of the machine. */
export interface Aims {
  /** Orders a second divided by the signature checks a second of one core, at least. */
  readonly partOfChecks?: number;
  /** CPU time of all processes per order, in signature checks, at most. */
  readonly checksAnOrder?: number;
  readonly ordersPerSecond?: number;
  /** Milliseconds, at most. */
  readonly p50?: number;
  readonly p99?: number;
  /** Data, gamma, NATS and PostgreSQL together, at most. */
  readonly coresBesideWriter?: number;
}

/** One load, and the baseline of the same machine with the same requests and signatures. */
export interface Part {
  readonly name: string;
  readonly aims: Aims;
  readonly run: Run;
  readonly times: ProcessorTimes;
  /** CPU time of the load generator. */
  readonly ownMicros: number;
  /** Commits of the journal while the load ran. */
  readonly commits: number;
  readonly checksPerSecond: number;
  readonly baselineCommitsPerSecond: number;
  readonly bare: { readonly run: Run; readonly micros: number };
}

/** Minimum of the 100 orders a second that the load attempts. */
const PACE_HELD = 90;

type Limit = Measurement['limit'];

export function partTable(part: Part): Measurement[] {
  return [...rates(part), ...waits(part), ...processorTime(part)].map((row) => ({ ...row, name: `${part.name}: ${row.name}` }));
}

function rates({ run, aims, commits, checksPerSecond, baselineCommitsPerSecond, bare: baseline }: Part): Measurement[] {
  const orders = run.orders / run.seconds;
  const baselineName = 'baseline: node HTTP, same bytes';
  return [
    {
      ...row('orders', 'orders/s', orders),
      limit: atLeast(aims.ordersPerSecond) ?? {
        name: 'baseline: native signature checks of one core',
        value: Math.round(checksPerSecond),
      },
    },
    {
      ...row('orders relative to signature checks', 'of a core', orders / checksPerSecond),
      ...optional(atLeast(aims.partOfChecks)),
    },
    ...(run.cancels > 0 ? [row('orders cancelled', 'cancels/s', run.cancels / run.seconds)] : []),
    {
      ...row('requests', 'requests/s', run.requests / run.seconds),
      limit: { name: baselineName, value: Math.round(baseline.run.requests / baseline.run.seconds) },
    },
    {
      ...row('commits of the journal', 'commits/s', commits / run.seconds),
      limit: { name: 'baseline: commits of the same bytes, one after the other', value: Math.round(baselineCommitsPerSecond) },
    },
    ...(run.refused > 0 ? [row('orders refused', 'orders', run.refused)] : []),
  ];
}

function waits({ run, aims, bare: baseline }: Part): Measurement[] {
  const wait = (name: string, share: number, aim?: number): Measurement => ({
    ...row(name, 'ms', within(run.millis, share)),
    limit: atMost(aim) ?? { name: 'baseline: node HTTP, same bytes', value: within(baseline.run.millis, share) },
  });
  return [wait('p50', 0.5, aims.p50), wait('p99', 0.99, aims.p99), wait('p99.9', 0.999)];
}

function processorTime({ run, aims, times, ownMicros, checksPerSecond, bare: baseline }: Part): Measurement[] {
  const all = total(times);
  const inChecks = (micros: number): number => (micros * checksPerSecond) / 1e6;
  const besideWriter = all - (times.get('clob') ?? 0);
  return [
    {
      ...row('all processes, an order', 'signature checks', inChecks(all / run.orders)),
      ...optional(atMost(aims.checksAnOrder)),
    },
    ...(run.cancels > 0
      ? [row('all processes, an order or a cancel', 'signature checks', inChecks(all / (run.orders + run.cancels)))]
      : []),
    {
      ...row('data, gamma, NATS and PostgreSQL together', 'cores', besideWriter / 1e6 / run.seconds),
      // Below the attempted rate a target would seem met because less was done.
      ...optional(run.orders / run.seconds < PACE_HELD ? undefined : atMost(aims.coresBesideWriter)),
    },
    row('orders that the CPU time of two cores allows', 'orders/s', (2e6 * run.orders) / (all + ownMicros)),
    row('all processes', 'us an order', all / run.orders),
    ...[...times].map(([name, micros]) => row(`of it ${name}`, 'us an order', micros / run.orders)),
    row('the load generator', 'us a request', ownMicros / run.requests),
    row('baseline: node HTTP, same bytes', 'us a request', baseline.micros / baseline.run.requests),
  ];
}

export function row(name: string, unit: string, value: number): Measurement {
  return { name, unit, value: value >= 100 ? Math.round(value) : Number(value.toFixed(value >= 10 ? 1 : 2)) };
}

export function optional(limit: Limit): Pick<Measurement, 'limit'> {
  return limit === undefined ? {} : { limit };
}

export function atLeast(value: number | undefined): Limit {
  return value === undefined ? undefined : { name: 'target, at least', value };
}

function atMost(value: number | undefined): Limit {
  return value === undefined ? undefined : { name: 'target, at most', value };
}
