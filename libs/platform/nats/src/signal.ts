/** Yields to the event loop, so that other input is processed first. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A notification wakes the waiter; without a waiter it is stored for the next one. Supports one waiter at a time. */
export class Signal {
  private isNotified = false;
  private wake: (() => void) | null = null;

  notify(): void {
    this.isNotified = true;
    this.wake?.();
  }

  /** True when notified, false when the time passed or the signal was aborted first. */
  async wait(durationMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.isNotified && !signal.aborted) await this.next(durationMs, signal);
    const wasNotified = this.isNotified;
    this.isNotified = false;
    return wasNotified;
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
