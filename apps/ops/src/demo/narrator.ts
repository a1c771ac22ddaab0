import type { Screen } from '../terminal/screen';
import { table, type Column } from '../terminal/table';

/** Prints the demo's chapters as they happen; prints nothing where only the result is wanted. */
export class Narrator {
  private chapter = 0;

  constructor(
    readonly screen: Screen,
    private readonly isSilent: boolean,
  ) {}

  heading(title: string): void {
    this.chapter += 1;
    this.say('', this.screen.paint.bold(this.screen.paint.cyan(`${this.chapter}. ${title}`)));
  }

  say(...lines: readonly string[]): void {
    if (!this.isSilent) this.screen.print(lines);
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const screen = { columns: this.screen.columns - 2, paint: this.screen.paint };
    this.say(...table(screen, columns, rows).map((line) => `  ${line}`));
  }
}
