/** What waits for the writer, or of it what goes before a caller's next command. */
export interface Backlog {
  readonly workMillis: number;
  /** Since the writer last got on; zero when nothing waits. */
  readonly ageMillis: number;
}

export const NOTHING_WAITS: Backlog = { workMillis: 0, ageMillis: 0 };

/** What a command is taken to cost before anything was measured. */
const FIRST_GUESS_MILLIS = 0.2;
/** A smaller batch says what a commit takes, not what a command does. */
const TELLING_BATCH = 16;
/** A batch that is not full would have held more in the same time. */
const SPREAD_OVER = 128;
/** Of the newest batch. */
const WEIGHT = 0.2;

/** What a command costs the writer, measured from batch to batch while others wait. */
export class WriterPace {
  private perCommand = FIRST_GUESS_MILLIS;

  /** Of a batch of so many commands: the time to the next. */
  measured(commands: number, millis: number): void {
    if (commands < TELLING_BATCH) return;
    this.perCommand += WEIGHT * (millis / Math.max(commands, SPREAD_OVER) - this.perCommand);
  }

  /** How long so many commands take. */
  millisOf(commands: number): number {
    return commands * this.perCommand;
  }
}
