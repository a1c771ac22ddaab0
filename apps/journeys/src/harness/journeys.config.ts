import { join } from 'node:path';
import { ROOT } from './repository';

const CYCLES_DEFAULT = 20;

/* The only module of the end-to-end tests that reads their environment variables. */

/** JOURNEY_CRASH_CYCLES: how often the trading service is killed. */
export function crashCycles(): number {
  const text = process.env['JOURNEY_CRASH_CYCLES'];
  if (text === undefined || text === '') return CYCLES_DEFAULT;
  const cycles = Number(text);
  if (!Number.isInteger(cycles) || cycles < 1) throw new Error('JOURNEY_CRASH_CYCLES must be a whole number from 1');
  return cycles;
}

const STREAM_CHANGES_DEFAULT = 2_000;

/** JOURNEY_STREAM_CHANGES: number of commits of one market that the streams test sends. */
export function streamChanges(): number {
  const changes = Number(process.env['JOURNEY_STREAM_CHANGES'] ?? STREAM_CHANGES_DEFAULT);
  if (!Number.isInteger(changes) || changes < 1) throw new Error('JOURNEY_STREAM_CHANGES must be a whole number from 1');
  return changes;
}

/** UPGRADE_FROM: the commit before the upgrade and after the rollback; by default the last release. */
export function earlierRelease(): string | null {
  return process.env['UPGRADE_FROM'] || null;
}

/** JOURNEY_CRASH_DOCTOR=1: runs `ops doctor` after every kill, under load, instead of only at the end. */
export function isDoctorCalledEachTime(): boolean {
  return process.env['JOURNEY_CRASH_DOCTOR'] === '1';
}

/** Where `npm run clients` has installed published clients. */
export function clientsFolder(): string {
  return join(ROOT, '.foretell', 'clients');
}

export interface FuzzSettings {
  /** For each service. */
  readonly requests: number;
  readonly seed: number;
}

/** Requests for each service, a few seconds each: the part of `npm run fuzz` that runs with the end-to-end tests. */
const FUZZ_REQUESTS_DEFAULT = 200;

/** FUZZ_REQUESTS and FUZZ_SEED, as `npm run fuzz` sets them. */
export function fuzzOptions(): FuzzSettings {
  const whole = (name: string, otherwise: number): number => {
    const value = Number(process.env[name] ?? otherwise);
    if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1`);
    return value;
  };
  return { requests: whole('FUZZ_REQUESTS', FUZZ_REQUESTS_DEFAULT), seed: whole('FUZZ_SEED', 1) };
}

/** CHROMIUM: the browser of the console's tests, if it is not the one on the PATH. */
export function chromiumProgram(): string | undefined {
  return process.env['CHROMIUM'] || undefined;
}
