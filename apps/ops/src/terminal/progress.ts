import { count } from './figures';
import type { Screen } from './screen';

const BAR_CELLS = 24;

/** A progress bar on the error stream of a terminal. Without a terminal it prints nothing. */
export class Progress {
  private done = 0;

  constructor(
    private readonly screen: Pick<Screen, 'status'>,
    private readonly label: string,
    private readonly total: number,
  ) {
    this.draw();
  }

  advance(steps: number): void {
    this.done = Math.min(this.total, this.done + steps);
    this.draw();
  }

  /** Clears the line before the result is printed. */
  finish(): void {
    this.screen.status('');
  }

  private draw(): void {
    const share = this.total === 0 ? 1 : this.done / this.total;
    const filled = Math.floor(share * BAR_CELLS);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
    this.screen.status(`${this.label} ${bar} ${Math.floor(share * 100)} % (${count(this.done)} of ${count(this.total)})`);
  }
}
