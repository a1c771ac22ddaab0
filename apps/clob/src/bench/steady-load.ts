import type { Submission } from '../engine/submission';
import type { Writer } from '../engine/writer';

const EVERY_MILLIS = 20;

/** Latencies of callers during the load. */
export interface Felt {
  readonly orders: number;
  readonly p99Ms: number;
}

/** Single orders at a steady rate, independent of the response time (open loop). */
export class SteadyLoad {
  private readonly timer: NodeJS.Timeout;
  private readonly millis: number[] = [];
  private readonly answers: Promise<void>[] = [];

  constructor(
    private readonly writer: Writer,
    private readonly orders: Iterator<Submission>,
    private readonly perSecond: number,
  ) {
    this.timer = setInterval(() => this.send(), EVERY_MILLIS);
  }

  /** Resolves when all orders are answered. Throws when one was not acknowledged. */
  async stop(): Promise<Felt> {
    clearInterval(this.timer);
    await Promise.all(this.answers);
    const sorted = this.millis.sort((a, b) => a - b);
    return { orders: sorted.length, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
  }

  private send(): void {
    for (let sent = 0; sent < (this.perSecond * EVERY_MILLIS) / 1_000; sent += 1) {
      const next = this.orders.next();
      if (next.done !== true) this.answers.push(this.one(next.value));
    }
  }

  private async one(order: Submission): Promise<void> {
    const startedAt = performance.now();
    await this.writer.submit(order);
    this.millis.push(performance.now() - startedAt);
  }
}
