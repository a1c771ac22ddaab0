import { doubt } from './doubt';
import type { SurfaceError } from './surface-error';

/** A shorter silence is a request that was lost: what else is shown is asked for again when its time comes. */
const SHORTEST_MILLIS = 1_000;

/** Which surfaces do not answer, or cannot: the first answer after that puts all that is shown in doubt, at once. */
export class Silence {
  /** By origin, milliseconds of the clock. */
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

  /** A refusal of what was asked (4xx) is an answer. */
  failed(url: string, { status }: Pick<SurfaceError, 'status'>): void {
    if (status >= 400 && status < 500) return this.answered(url);
    const { origin } = new URL(url);
    if (!this.since.has(origin)) this.since.set(origin, this.now());
  }
}
