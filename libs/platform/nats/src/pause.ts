/** Resolves after a while, or at once when the signal is aborted. Never rejects: the caller looks at the signal. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await new Bell().wait(durationMs, signal);
}

/** A bell: who waits is woken by the next ring; a ring with nobody waiting is kept for the next who does. One waits at a time. */
export class Bell {
  private rung = false;
  private wake: (() => void) | null = null;

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  /** True when rung, false when the time passed or the signal was aborted first. */
  async wait(durationMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.rung && !signal.aborted) await this.next(durationMs, signal);
    const heard = this.rung;
    this.rung = false;
    return heard;
  }

  private next(durationMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(finish, durationMs);
      signal.addEventListener('abort', finish, { once: true });
      this.wake = finish;
    });
  }
}
