/** Limits the restarts of a process that dies: at most `most` within `withinMs`, each after a longer delay. */
export class Restarts {
  constructor({ most = 5, withinMs = 60_000, firstWaitMs = 200 } = {}) {
    Object.assign(this, { most, withinMs, firstWaitMs, times: [], count: 0 });
  }

  /** @returns the milliseconds to wait before the next start, or undefined after too many restarts */
  next(nowMs) {
    this.times = this.times.filter((time) => nowMs - time < this.withinMs);
    if (this.times.length >= this.most) return undefined;
    this.times.push(nowMs);
    this.count += 1;
    return this.firstWaitMs * 2 ** (this.times.length - 1);
  }

  toString() {
    return `${this.most} restarts in ${this.withinMs / 1000} s`;
  }
}
