/** Follows a value mark by mark, and knows where JSON allows no other value to begin or to end. */
export class JsonOrder {
  private readonly open: string[] = [];
  private last = '';

  /** An object or a list has begun. */
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
 * Where the rows of a list stand on their lines. In a layout with a line for each row, or with indents, an object that stands
 * first on its line in the column of the row before may be a row too. JSON comes first: it is one only where the text read as
 * JSON is none.
 */
export class RowColumns {
  /** Of the current line in the chunk under work; below 0 when it began in an earlier one. */
  private lineStart = 0;
  private column = -1;

  newLine(at: number): void {
    this.lineStart = at + 1;
  }

  /** Text is read again whose first character stands in the column of the row before. */
  again(): void {
    this.lineStart = -Math.max(this.column, 0);
  }

  /** The chunk is worked off. */
  pass(chunk: string): void {
    this.lineStart -= chunk.length;
  }

  /** A row begins at `at`. Without indents an object inside it may begin in its column as well: then columns say nothing. */
  open(at: number, chunk: string): void {
    const next = chunk[at + 1];
    const saysNothing = next === undefined || next === '\n' || next === '\r';
    this.column = saysNothing && at === this.lineStart ? -1 : at - this.lineStart;
  }

  /** `before` is what precedes it since the row began. */
  isRowStart(at: number, before: string): boolean {
    const column = at - this.lineStart;
    return column === this.column && column < before.length && before.slice(before.length - column - 1).trim() === '';
  }
}
