import { doubt } from './doubt';
import type { ServiceError } from './service-error';

/** A shorter outage counts as one lost request; other data is then refreshed at its usual interval. */
const SHORTEST_MILLIS = 1_000;

/** Tracks which services do not respond. The first response after an outage marks all displayed data as possibly outdated. */
export class Silence {
  /** Start of the outage by origin, milliseconds of the clock. */
  private readonly since = new Map<string, number>();

  constructor(
    private readonly onBack: () => void = doubt,
    private readonly now: () => number = () => performance.now(),
  ) {}

  answered(url: string): void {
    const { origin } = new URL(url);
    const since = this.since.get(origin);
    this.since.delete(origin);
    if (since !== undefined && this.now() - since >= SHORTEST_MILLIS) this.onBack();
  }

  /** A refused request (4xx) counts as a response. */
  failed(url: string, { status }: Pick<ServiceError, 'status'>): void {
    if (status >= 400 && status < 500) return this.answered(url);
    const { origin } = new URL(url);
    if (!this.since.has(origin)) this.since.set(origin, this.now());
  }
}
