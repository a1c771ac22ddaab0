import { Random } from '../random';
import { COSTS } from './costs';
import { byHash, byLoad, evenly, type Placement } from './placement';
import { plot } from './plot';
import type { Point } from './point';
import { Site } from './site';

const WRITERS = [1, 2, 4, 8, 16, 32];
const SEED = 13;
/** The busiest writer is then at work so much of its time: more would only wait. */
const BUSY = 0.95;
/** Of what a site can do, what it is offered when latency is asked for. */
const OFFERED = 0.7;
/** Light enough that nothing waits long: how busy each writer is grows with the load from there. */
const LIGHT = 0.4;

/** A way to spread conditions and wallets over writers. */
interface Way {
  readonly name: string;
  readonly place: (partitions: number) => Placement;
  readonly across: number;
}

const WAYS: readonly Way[] = [
  { name: 'every condition traded alike', place: evenly, across: 0 },
  { name: 'conditions by hash', place: (partitions) => byHash(partitions, new Random(SEED)), across: 0 },
  { name: 'conditions by load', place: byLoad, across: 0 },
  { name: 'by load, a quarter of the orders by wallets that trade across', place: byLoad, across: 0.25 },
  { name: 'by load, all orders by wallets that trade across', place: byLoad, across: 1 },
];

/** Every way at every number of writers. @returns a table and a plot of it, as texts */
export function scale(say: (line: string) => void): { readonly table: string; readonly svg: string } {
  const points = WAYS.flatMap((way) =>
    WRITERS.map((writers) => {
      say(`${way.name}, ${writers} writers`);
      return pointOf(way, writers);
    }),
  );
  return { table: tableOf(points), svg: plot(points) };
}

function pointOf({ name, place, across }: Way, writers: number): Point {
  const setting = { partitions: writers, placement: place(writers), across };
  const { largestShare } = setting.placement;
  const lightly = (LIGHT * 1_000_000) / COSTS.writer / largestShare;
  const light = new Site(setting, SEED).offered(lightly);
  const most = new Site(setting, SEED).offered((light.ordersPerSecond * BUSY) / light.busiest);
  const usual = new Site(setting, SEED).offered(most.ordersPerSecond * OFFERED);
  return { way: name, writers, largestShare, most, usual };
}

function tableOf(points: readonly Point[]): string {
  const rows = points.map(({ way, writers, largestShare, most, usual }) => [
    way,
    String(writers),
    count(most.ordersPerSecond),
    (most.ordersPerSecond / (points[0]?.most.ordersPerSecond ?? 1)).toFixed(1),
    `${(100 * largestShare).toFixed(0)} %`,
    `${usual.p50Millis.toFixed(1)}; ${usual.p99Millis.toFixed(1)}`,
    usual.transfers.toFixed(2),
    cores(most.ordersPerSecond, COSTS.front),
    cores(most.ordersPerSecond, COSTS.database),
    cores(most.ordersPerSecond, COSTS.data),
  ]);
  return [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

const HEAD = [
  'conditions and wallets',
  'writers',
  'orders/s at most',
  'of one writer',
  "the busiest writer's part",
  'p50; p99 at 70 % of it, ms',
  'transfers an order',
  'cores of fronts',
  'of PostgreSQL',
  'of data',
];

function count(number: number): string {
  return Math.round(number).toLocaleString('en');
}

function cores(ordersPerSecond: number, micros: number): string {
  return ((ordersPerSecond * micros) / 1_000_000).toFixed(1);
}
