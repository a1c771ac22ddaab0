/** Tracks a value mark by mark, and detects where JSON allows no value to begin or end. */
export class JsonOrder {
  private readonly open: string[] = [];
  private last = '';

  /** Called at the beginning of an object or a list. */
  begin(mark: string): void {
    this.open.length = 0;
    this.open.push(mark);
    this.last = mark;
  }

  allows(mark: string): boolean {
    const container = this.open.at(-1);
    switch (mark) {
      case '{':
      case '[':
        return container === '{' ? this.last === ':' : this.last === '[' || this.last === ',';
      case '"':
        return this.last !== '"' && this.last !== '}' && this.last !== ']';
      case ']':
        return container === '[';
      default:
        return true;
    }
  }

  take(mark: string): void {
    if (mark === '{' || mark === '[') this.open.push(mark);
    else if (mark === '}' || mark === ']') this.open.pop();
    if (mark !== '\n') this.last = mark;
  }
}

/**
 * The columns in which the rows of a list begin. In a file with one row a line, or with indentation, an object at the beginning
 * of a line may be a row too, if it is in the column of the row before. JSON has precedence: such an object is a row only where
 * the text is invalid as JSON.
 */
export class RowColumns {
  /** Start of the current line within the current chunk; negative when it began in an earlier chunk. */
  private lineStart = 0;
  private column = -1;

  newLine(at: number): void {
    this.lineStart = at + 1;
  }

  /** Called when text is read again from a character in the column of the row before. */
  again(): void {
    this.lineStart = -Math.max(this.column, 0);
  }

  /** Called at the end of a chunk. */
  pass(chunk: string): void {
    this.lineStart -= chunk.length;
  }

  /**
   * Called when a row begins at `at`. Without indentation a nested object may begin in the same column, so columns are then
   * ignored.
   */
  open(at: number, chunk: string): void {
    const next = chunk[at + 1];
    const saysNothing = next === undefined || next === '\n' || next === '\r';
    this.column = saysNothing && at === this.lineStart ? -1 : at - this.lineStart;
  }

  /** `before` is the text between the beginning of the row and `at`. */
  isRowStart(at: number, before: string): boolean {
    const column = at - this.lineStart;
    return column === this.column && column < before.length && before.slice(before.length - column - 1).trim() === '';
  }
}
