import { TurnClock } from './turn-clock';

/** Of a turn. */
export interface Slice {
  readonly leastMillis: number;
  /** It is no shorter than this part of what the turn took otherwise. */
  readonly part: number;
}

/**
 * An order waits for some three turns, and a turn has a slice when it comes, one later, and what is refused. A slice shorter than
 * the rest of its turn would leave refusing no time for doing.
 */
export const OF_NEW_WRITES: Slice = { leastMillis: 4, part: 1 };
/** An order has such a slice in each of its three turns before it, so reads have a quarter of what new writes have. */
export const OF_READS: Slice = { leastMillis: 1, part: 0.25 };
/** What a piece of work is taken to take before anything was measured. */
const FIRST_GUESS_MILLIS = 0.3;
/** Of the newest turn. */
const WEIGHT = 0.2;
/** One turn may have been late for whatever reason, and counts as so many times the usual at most. */
const UNUSUAL_TIMES = 2;

/**
 * Takes work up a slice a turn of the event loop, in the order of its coming. Otherwise all that has arrived is done in one turn
 * and whatever else there is waits for its end: replies of the database that orders wait for, cancels, and what arrives
 * meanwhile, which nobody can count in its sockets. Source: docs/decisions/admission.md.
 */
export class Intake {
  private readonly slice: TurnClock;
  private sliceMillis: number;
  private waiting = 0;
  private perWork = FIRST_GUESS_MILLIS;
  /** Of the present slice. */
  private beganAt = 0;
  private begun = 0;
  private isLeftOver = false;
  /** Nothing is taken up in the present turn. */
  private isPutOff = false;

  /**
   * `turn`: the time that requests have had in the turn. `givesWay`: whether what waits is put off a turn, because something else
   * waits for the end of this one; never for two turns in a row.
   */
  constructor(
    private readonly turn: TurnClock,
    private readonly size: Slice,
    private readonly givesWay: () => boolean = () => false,
    private readonly monotonic: () => number = () => performance.now(),
  ) {
    this.slice = new TurnClock(monotonic);
    this.sliceMillis = size.leastMillis;
  }

  /** How long it will be until all that waits has begun, with everything else that is done meanwhile. */
  waitMillis(): number {
    return this.waiting * this.perWork;
  }

  /** At once when nothing waits and the turn has just begun. */
  take(work: () => void): void {
    if (this.waiting === 0 && this.turn.soFar() <= this.size.leastMillis) {
      work();
      return;
    }
    this.waiting += 1;
    setImmediate(this.step, work);
  }

  /** Immediates run in the order in which they were asked for: whoever is put off stays ahead of whoever comes later. */
  private readonly step = (work: () => void): void => {
    if (this.slice.starts()) {
      this.isPutOff = !this.isPutOff && this.givesWay();
      if (!this.isPutOff) this.beginSlice();
    }
    if (this.isPutOff || this.slice.soFar() > this.sliceMillis) {
      this.isLeftOver ||= !this.isPutOff;
      setImmediate(this.step, work);
      return;
    }
    this.begun += 1;
    this.waiting -= 1;
    work();
  };

  private beginSlice(): void {
    const now = this.monotonic();
    // Whoever had nothing left over did not need all of the time.
    if (this.isLeftOver) {
      const newest = (now - this.beganAt) / this.begun;
      this.perWork += WEIGHT * (Math.min(newest, UNUSUAL_TIMES * this.perWork) - this.perWork);
    }
    this.sliceMillis = Math.max(this.size.leastMillis, this.size.part * this.turn.soFar());
    this.isLeftOver = false;
    this.begun = 0;
    this.beganAt = now;
  }
}
