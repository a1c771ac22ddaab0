import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement } from '@foretell/testing';
import { lineCharts, type Chart } from '../harness/line-charts';
import { Reading } from '../harness/reading';
import { brokenChecks, dataIsCaughtUp } from '../harness/record';
import { ROOT } from '../harness/repository';
import { trendOf, type Sample, type Trend } from '../harness/trend';
import { TwoReplicas } from '../harness/two-replicas';
import { SiteFigures } from './soak/site-figures';

const TRADERS = 4;
/** Pause between two orders of a trader: about 20 orders a second in total, and as many cancels. */
const PAUSE_MS = 150;
const LEFT_OPEN = 20;
const MINUTES = 30;
const MINUTE_MS = 60_000;
/** The second half of the samples is judged; at least 30. */
const SAMPLES = 360;
const SAMPLE_MS_LEAST = 2_000;
const PLOT = join(ROOT, '.foretell', 'soak.svg');

/** Fractions of the total time at which a process is restarted gracefully; the second half has no restarts. */
const RESTARTS = [
  { at: 0.1, name: 'data' },
  { at: 0.2, name: 'gamma' },
  { at: 0.28, name: 'clob' },
  { at: 0.34, name: 'clob, second replica' },
] as const;

/** A steady load on one site, with restarts. Figures that must not grow without bound are judged by their slope. */
export async function bench({ minutes = MINUTES, plot = PLOT }: { minutes?: number; plot?: string }): Promise<Measurement[]> {
  const pace = { pauseMs: PAUSE_MS, leftOpen: LEFT_OPEN };
  const environmentOf = (): Readonly<Record<string, string>> => ({ SANDBOX_CREDIT: '10000000' });
  const replicas = await TwoReplicas.start(TRADERS, { logLevel: 'info', environmentOf, pace });
  try {
    return await soaked(replicas, minutes * MINUTE_MS, plot);
  } finally {
    await replicas.stop();
  }
}

async function soaked(replicas: TwoReplicas, millis: number, plot: string): Promise<Measurement[]> {
  const { world, load, standby } = replicas;
  const processes = new Map([
    ['clob', world.clob],
    ['clob, second replica', standby],
    ['gamma', world.gamma],
    ['data', world.data],
  ]);
  const figures = await SiteFigures.of(world, processes);
  const readings = [
    new Reading(`${world.data.url}/v1/leaderboard?timePeriod=WEEK`),
    new Reading(`${world.gamma.url}/events?limit=20`),
    new Reading(`${world.clob.url}/markets`),
  ];
  try {
    const series = await sampled(figures, millis, restartsOf(processes));
    await Promise.all([...readings.map((reading) => reading.stop()), load.stop()]);
    await dataIsCaughtUp(world);
    const charts = figures.figures.map((figure, at): Judged => {
      const samples = series[at] ?? [];
      return { ...figure, samples, trend: trendOf(samples, figure.tolerance) };
    });
    await mkdir(dirname(plot), { recursive: true });
    await writeFile(plot, lineCharts(charts));
    process.stderr.write(`the plot is ${plot}\n`);
    return [...charts.map(judged), ...(await outcome(replicas, readings))];
  } finally {
    await Promise.all(readings.map((reading) => reading.stop()));
    await figures.close();
  }
}

interface Judged extends Chart {
  readonly trend: Trend;
}

type Restart = (share: number) => Promise<void>;

/** Restarts processes at their fraction of the elapsed time, one at a time. */
function restartsOf(processes: ReadonlyMap<string, { stop(): Promise<void>; start(): Promise<void> }>): Restart {
  const due = [...RESTARTS];
  return async (share) => {
    const next = due[0];
    if (next === undefined || next.at > share) return;
    due.shift();
    process.stderr.write(`${next.name} is restarted\n`);
    await processes.get(next.name)?.stop();
    await processes.get(next.name)?.start();
  };
}

/** One list of samples for each figure. */
async function sampled(figures: SiteFigures, millis: number, restart: Restart): Promise<readonly (readonly Sample[])[]> {
  const every = Math.max(SAMPLE_MS_LEAST, millis / SAMPLES);
  const series = figures.figures.map((): Sample[] => []);
  const from = performance.now();
  for (let elapsed = 0; elapsed < millis; elapsed = performance.now() - from) {
    await restart(elapsed / millis);
    const taken = await figures.take();
    const at = (performance.now() - from) / 1_000;
    for (const [index, value] of taken.entries()) series[index]?.push({ at, value });
    await delay(every);
  }
  return series;
}

function judged({ title, unit, trend }: Judged): Measurement {
  const { growth, growthLeast, allowed, isBeyond, mean } = trend;
  const [least, limit] = [growthLeast, allowed].map((value) => value.toFixed(1));
  const name = `${title}: growth of the mean ${mean.toFixed(1)} (at least ${least}, allowed ${limit})`;
  return { name, value: growth, unit, isFault: isBeyond };
}

async function outcome(replicas: TwoReplicas, readings: readonly Reading[]): Promise<Measurement[]> {
  const { world, load } = replicas;
  const { lost, doubled } = await replicas.fates();
  const never = (name: string, value: number, unit: string): Measurement => ({ name, value, unit, isFault: value > 0 });
  return [
    { name: 'acknowledged', value: load.acknowledgedAt.size, unit: 'orders' },
    { name: 'reads answered', value: readings.reduce((sum, { answered }) => sum + answered, 0), unit: 'reads' },
    never('lost', lost.length, 'orders'),
    never('doubled or filled wrongly', doubled.length, 'orders'),
    never('checks of the doctor that do not hold', await brokenChecks(world), 'checks'),
  ];
}
