export interface SliceOptions {
  /** Per event-loop tick. */
  readonly sliceMillis: number;
  /** Fraction of all time that the work may take, default 1: it rests after each slice. */
  readonly share?: number;
  /** Whether to defer the work by one tick, because something else waits for this one's end; never for two ticks in a row. */
  readonly givesWay: () => boolean;
  readonly monotonic?: () => number;
}

/** Runs work in slices, one per event-loop tick, so that other work waits for a slice and not for all of it. */
export class SlicedWork {
  private isUnderWay = false;
  private isPutOff = false;
  /** The remaining time budget, at most one slice; negative when the last piece took longer. */
  private leftMillis: number;
  private leftAt: number;
  private readonly share: number;
  private readonly monotonic: () => number;

  constructor(
    /** Runs one small piece; false when none is left. */
    private readonly doNext: () => boolean,
    private readonly options: SliceOptions,
  ) {
    this.share = options.share ?? 1;
    this.monotonic = options.monotonic ?? (() => performance.now());
    this.leftMillis = options.sliceMillis;
    this.leftAt = this.monotonic();
  }

  /** Signals new work, from the next tick on. */
  wake(): void {
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    this.goOn();
  }

  private goOn(): void {
    this.refill();
    const lacking = this.options.sliceMillis - this.leftMillis;
    if (this.leftMillis > 0 || lacking === 0) setImmediate(this.slice);
    else setTimeout(this.slice, Math.ceil(lacking / this.share));
  }

  private refill(): number {
    const now = this.monotonic();
    this.leftMillis = Math.min(this.options.sliceMillis, this.leftMillis + (now - this.leftAt) * this.share);
    return (this.leftAt = now);
  }

  private readonly slice = (): void => {
    this.isPutOff = !this.isPutOff && this.options.givesWay();
    if (this.isPutOff) return void setImmediate(this.slice);
    const beganAt = this.refill();
    let [usedMillis, isMore] = [0, true];
    do {
      isMore = this.doNext();
      usedMillis = this.monotonic() - beganAt;
    } while (isMore && usedMillis < this.leftMillis);
    this.leftMillis -= usedMillis;
    if (isMore) this.goOn();
    else this.isUnderWay = false;
  };
}
