import type { SteadyClock } from '@foretell/platform-server';

/** The time by which a process writes, and how far the machine's wall clock is ahead of it. */
export type ProcessTime = Pick<SteadyClock, 'now' | 'ahead' | 'restart'>;

/**
 * How far two readings before and after the server's reply are ahead of it; negative when behind, 0 if it may lie between them.
 */
function aheadOf(server: number, before: number, after: number): number {
  if (before > server) return before - server;
  return after < server ? after - server : 0;
}

/**
 * Compares this process's time with PostgreSQL's, which is the same for every replica. Orders that expire by a wrong clock cannot
 * be restored, so a process that differs by more than `maximumMillis` does not write. A slow reply is not a difference. Source:
 * docs/decisions/single-writer.md.
 */
export class ServerClock {
  private difference: number | null = null;

  constructor(
    private readonly time: ProcessTime,
    private readonly maximumMillis: number,
  ) {}

  /**
   * Compares the machine's wall clock, from which a process starts writing.
   * @param ask PostgreSQL's time, Unix milliseconds
   */
  async compareWall(ask: () => Promise<number>): Promise<void> {
    this.difference = (await this.compare(ask)).wall;
  }

  /** The process starts writing: at its wall clock, whatever its time did in the meantime. */
  begin(): void {
    this.time.restart();
  }

  /** Compares the time of a process that writes. */
  async compareWriting(ask: () => Promise<number>): Promise<void> {
    this.difference = (await this.compare(ask)).steady;
  }

  /** Milliseconds by which this process was ahead at the last comparison; null before the first. */
  aheadMillis(): number | null {
    return this.difference;
  }

  /** Null when this process may write; otherwise a message that says what to fix. */
  fault(): string | null {
    const { difference, maximumMillis } = this;
    if (difference === null || Math.abs(difference) <= maximumMillis) return null;
    const seconds = (Math.abs(difference) / 1_000).toFixed(1);
    const side = difference > 0 ? 'ahead of' : 'behind';
    return `the clock of this machine is ${seconds} s ${side} PostgreSQL's: this process does not write until both are right (check NTP on both)`;
  }

  /**
   * A process whose time alone is ahead adopts the machine's clock: a wrong clock was set right. ExchangeTime stays ahead and
   * comes back slowly.
   */
  private async compare(ask: () => Promise<number>): Promise<{ readonly wall: number; readonly steady: number }> {
    const before = { wall: this.wall(), steady: this.time.now() };
    const server = await ask();
    const wall = aheadOf(server, before.wall, this.wall());
    const steady = aheadOf(server, before.steady, this.time.now());
    if (steady <= this.maximumMillis || Math.abs(wall) > this.maximumMillis) return { wall, steady };
    this.time.restart();
    return { wall, steady: wall };
  }

  private wall(): number {
    return this.time.now() + this.time.ahead();
  }
}
