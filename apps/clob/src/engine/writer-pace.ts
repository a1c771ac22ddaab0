/** The writer's backlog, or the part of it ahead of a caller's next command. */
export interface Backlog {
  readonly workMillis: number;
  /** Time since the writer last made progress; zero when nothing waits. */
  readonly ageMillis: number;
}

export const NOTHING_WAITS: Backlog = { workMillis: 0, ageMillis: 0 };

/** Assumed cost of a command before anything was measured. */
const FIRST_GUESS_MILLIS = 0.2;
/** A smaller batch measures the cost of a commit, not of a command. */
const TELLING_BATCH = 16;
/** A batch that is not full could have taken more in the same time. */
const SPREAD_OVER = 128;
/** Weight of the newest batch. */
const WEIGHT = 0.2;

/** The writer's cost of a command, measured from batch to batch while others wait. */
export class WriterPace {
  private perCommand = FIRST_GUESS_MILLIS;

  /** For a batch of this many commands: the time to the next batch. */
  measured(commands: number, millis: number): void {
    if (commands < TELLING_BATCH) return;
    this.perCommand += WEIGHT * (millis / Math.max(commands, SPREAD_OVER) - this.perCommand);
  }

  /** Estimated time for this many commands. */
  millisOf(commands: number): number {
    return commands * this.perCommand;
  }
}
