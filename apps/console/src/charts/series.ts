import type { PriceHistory, V2Trade } from '@foretell/contracts';
import { decimalOfMicros, microsOf } from '../figures/micros';

/** A point of a chart. `price` is its position; `said` is the exact text. */
export interface Point {
  readonly seconds: number;
  readonly price: number;
}

export type Series = readonly Point[];

/** The most lines of a chart that can be distinguished; the tokens have as many colours. */
export const LINES_MAX = 6;

/** Ranges of a price history, by the service's names. */
export const RANGES = [
  { name: '1h', label: '1 hour' },
  { name: '6h', label: '6 hours' },
  { name: '1d', label: '1 day' },
  { name: '1w', label: '1 week' },
  { name: 'max', label: 'All' },
] as const;
export type Range = (typeof RANGES)[number]['name'];

/** Points sorted by time with unique times, as the chart library requires. */
export function seriesOf({ history }: PriceHistory): Series {
  const byTime = new Map(history.map(({ t, p }) => [t, p]));
  return [...byTime].sort(([one], [other]) => one - other).map(([seconds, price]) => ({ seconds, price }));
}

const MINUTE_SECONDS = 60;
const MICROS = 1_000_000n;
/** Bucket widths in minutes by the age in hours; the service's default would draw a young market as a line. */
const FINE = [
  { hours: 12, minutes: 1 },
  { hours: 48, minutes: 5 },
  { hours: 24 * 14, minutes: 30 },
] as const;

/** The bucket width, in minutes, of a complete history that began at a time; null for the service's default. */
export function fidelityOf(firstSeconds: number | undefined, nowSeconds: number): number | null {
  if (firstSeconds === undefined) return null;
  const hours = (nowSeconds - firstSeconds) / (60 * MINUTE_SECONDS);
  return FINE.find((each) => hours < each.hours)?.minutes ?? null;
}

/**
 * The trades of a market as points of a token's chart, at the price of that token: the last trade of each step of the line. It is
 * drawn at the time of the step, so that the pointer reads both. Trades older than the line are left out.
 */
export function tradePoints(trades: readonly V2Trade[], tokenId: string, line: Series): Series {
  const step = stepOf(line);
  const from = line[0]?.seconds ?? 0;
  const last = new Map<number, Point>();
  for (const { token_id: token, price, timestamp } of [...trades].sort((one, other) => one.timestamp - other.timestamp)) {
    const seconds = timestamp - (timestamp % step);
    if (seconds >= from) last.set(seconds, { seconds, price: token === tokenId ? price : complement(price) });
  }
  return [...last.values()];
}

function stepOf(line: Series): number {
  const steps = line.slice(1).map(({ seconds }, at) => seconds - (line[at]?.seconds ?? 0));
  return Math.max(MINUTE_SECONDS, steps.length === 0 ? 0 : Math.min(...steps));
}

function complement(price: number): number {
  const micros = microsOf(String(price));
  return micros === null || micros > MICROS ? price : Number(decimalOfMicros(MICROS - micros));
}
