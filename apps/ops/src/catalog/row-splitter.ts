import { JsonOrder, RowColumns } from './row-starts';

/** One value of a file, as text, with the line it begins on. `fault` stands in for text that was not kept. */
export interface RowText {
  readonly line: number;
  readonly text: string;
  readonly fault?: string;
  /** The file ends here, perhaps inside the value. */
  readonly isLast?: boolean;
}

/** Lists of rows inside an object are found under these names. */
export const WRAPPER_KEYS: ReadonlySet<string> = new Set([
  ...['data', 'markets', 'events', 'rows', 'value', 'results', 'items', 'list', 'result', 'response'],
]);
/** An object that has one of these is a row itself, whatever lists it holds. */
export const ROW_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'slug', 'question', 'title', 'conditionId', 'condition_id', 'raw'],
]);
/** A row beyond this is passed over, not kept: memory does not grow with the file. */
const ROW_LENGTH_MAX = 16 * 1024 * 1024;
const KEY_LENGTH_MAX = 200;
const KEY_AT_END = /"((?:[^"\\]|\\.)*)"\s*$/;
const CUT_SHORT = 'the row is cut short: another begins inside it';
/** Everything that means something outside of a string, and all that ends one. */
const MARKS = /["{}[\],:\n]/g;
const STRING_MARKS = /["\\\n]/g;

/** Where the next mark is looked at. A value is a row, or an object that may yet turn out to wrap lists of rows. */
type Place = 'outside' | 'list' | 'value' | 'wrapper';

/**
 * Cuts JSON text into the rows of its outermost list, chunk by chunk, holding no more than one row. Understands a list of rows,
 * lists inside an object (`{"data": [...]}`), single rows, and any number of these one after another. It follows quotes and
 * brackets only and does not judge the rows, so a broken row is cut out and the next one is found: where a row begins at a place
 * that JSON does not allow, or in the column where the row before it began.
 */
export class RowSplitter {
  private line = 1;
  private rowLine = 1;
  private place: Place = 'outside';
  /** Where a value or list stands. */
  private outer: 'outside' | 'list' = 'outside';
  private isListWrapped = false;
  private depth = 0;
  private readonly order = new JsonOrder();
  private readonly columns = new RowColumns();
  private isInString = false;
  private isEscaped = false;
  private isTooLong = false;
  private key = '';
  private isRow = false;
  private kept = '';
  /** The chunk under work, and how far it has been kept or passed over. */
  private chunk = '';
  private from = 0;
  private rows: RowText[] = [];

  push(chunk: string): readonly RowText[] {
    this.chunk = chunk;
    this.from = 0;
    this.rows = [];
    let at = 0;
    while (at < chunk.length) at = this.isInString ? this.passString(at) : this.passMark(at);
    this.keepTo(chunk.length);
    this.columns.pass(chunk);
    return this.rows;
  }

  /** The end of the text; a row that is still open is cut off there. */
  end(): readonly RowText[] {
    this.chunk = '';
    this.from = 0;
    this.rows = [];
    if (this.place === 'value') this.cut(true);
    else if (this.place !== 'outside')
      this.rows.push({ line: this.line, text: '', fault: 'the file is cut off: it ends inside a list of rows' });
    else if (this.kept.trim() !== '') this.stray();
    return this.rows;
  }

  /** @returns the index after what was read */
  private passString(at: number): number {
    if (this.isEscaped) {
      this.isEscaped = false;
      return at + 1;
    }
    STRING_MARKS.lastIndex = at;
    const mark = STRING_MARKS.exec(this.chunk);
    if (mark === null) return this.chunk.length;
    if (mark[0] === '\\') {
      this.isEscaped = true;
    } else {
      // JSON has no line break inside a string: such a string was never closed, and what follows is better read as new.
      this.isInString = false;
      if (mark[0] === '\n') this.newLine(mark.index);
    }
    return mark.index + 1;
  }

  private passMark(at: number): number {
    MARKS.lastIndex = at;
    const mark = MARKS.exec(this.chunk);
    if (mark === null) return this.chunk.length;
    this.take(mark[0], mark.index);
    return mark.index + 1;
  }

  private take(mark: string, at: number): void {
    if (mark === '"') this.isInString = true;
    if (this.place === 'outside' || this.place === 'list') this.between(mark, at);
    else if (this.place !== 'value' || this.outer !== 'list' || !this.beginsAnew(mark, at)) this.inside(mark, at);
    if (mark === '\n') this.newLine(at);
  }

  private newLine(at: number): void {
    this.line += 1;
    this.columns.newLine(at);
  }

  /** Whether a row of a list ends here unfinished, because the next one begins; then that one is open. */
  private beginsAnew(mark: string, at: number): boolean {
    const isAllowed = this.order.allows(mark);
    if (mark === '{' && (!isAllowed || this.columns.isRowStart(at, this.kept + this.chunk.slice(this.from, at)))) {
      this.cutShort(at);
      this.open(at);
      return true;
    }
    if (mark === '"' && !isAllowed) return this.beginsInString(at);
    if (mark === ']' && this.depth === 1 && !isAllowed) {
      this.cutShort(at);
      this.place = 'list';
      this.leaveList(at);
      return true;
    }
    this.order.take(mark);
    return false;
  }

  /** A text that was cut short takes the next row's first quote for its own end. */
  private beginsInString(at: number): boolean {
    const text = this.kept + this.chunk.slice(this.from, at);
    const start = /\{\s*"[A-Za-z_]{1,40}$/.exec(text.slice(-KEY_LENGTH_MAX));
    if (start === null) return false;
    const begun = text.slice(-KEY_LENGTH_MAX).slice(start.index);
    this.kept = text.slice(0, text.length - begun.length);
    this.from = at;
    this.cutShort(at);
    this.open(at);
    this.kept = begun;
    this.isInString = false;
    this.order.take('"');
    return true;
  }

  private cutShort(at: number): void {
    this.rows.push({ line: this.rowLine, text: '', fault: CUT_SHORT });
    this.forgetTo(at);
  }

  /** Between rows. */
  private between(mark: string, at: number): void {
    if (mark === '{' || (mark === '[' && this.place === 'list')) this.open(at);
    else if (mark === '[') this.enterList(at);
    else if (mark === ']' && this.place === 'list') this.leaveList(at);
    else if (mark === ',' || mark === '\n') this.strayTo(at);
  }

  private open(at: number): void {
    this.strayTo(at);
    this.outer = this.place === 'list' ? 'list' : 'outside';
    this.place = 'value';
    this.rowLine = this.line;
    this.depth = 1;
    this.order.begin();
    this.columns.open(at, this.chunk);
    this.key = '';
    // In a list every object is a row; outside it may wrap lists until a row's own key is seen.
    this.isRow = this.outer === 'list';
    this.from = at;
  }

  private inside(mark: string, at: number): void {
    if (mark === '{' || mark === '[') {
      if (mark === '[' && this.wraps()) this.enterList(at);
      else this.depth += 1;
    } else if (mark === '}' || mark === ']') {
      this.depth -= 1;
      if (this.depth === 0) this.close(at);
    } else if (mark === ':' && this.depth === 1 && !this.isRow) {
      this.key = KEY_AT_END.exec((this.kept + this.chunk.slice(this.from, at)).slice(-KEY_LENGTH_MAX))?.[1] ?? '';
      if (ROW_KEYS.has(this.key) && this.place === 'value') this.isRow = true;
    }
  }

  private wraps(): boolean {
    return this.depth === 1 && !this.isRow && WRAPPER_KEYS.has(this.key);
  }

  private enterList(at: number): void {
    this.isListWrapped = this.place === 'value' || this.place === 'wrapper';
    this.place = 'list';
    this.forgetTo(at + 1);
  }

  private leaveList(at: number): void {
    this.strayTo(at);
    this.place = this.isListWrapped ? 'wrapper' : 'outside';
    this.depth = this.isListWrapped ? 1 : 0;
    this.key = '';
    this.isRow = false;
    this.forgetTo(at + 1);
  }

  private close(at: number): void {
    this.keepTo(at + 1);
    if (this.place === 'wrapper') this.forgetTo(at + 1);
    else this.cut();
    this.place = this.place === 'value' ? this.outer : 'outside';
  }

  /** Gives what is kept as a row. */
  private cut(isLast = false): void {
    if (this.isTooLong)
      this.rows.push({ line: this.rowLine, text: '', fault: `the row is longer than ${ROW_LENGTH_MAX} characters` });
    else this.rows.push({ line: this.rowLine, text: this.kept, ...(isLast ? { isLast } : {}) });
    this.kept = '';
    this.isTooLong = false;
  }

  /** Text between rows that is neither blank nor a comma is a row of its own, if only to be refused. */
  private strayTo(at: number): void {
    this.keepTo(at);
    this.from = at + 1;
    this.stray();
  }

  private stray(): void {
    const text = this.kept.trim();
    this.kept = '';
    this.isTooLong = false;
    if (text !== '') this.rows.push({ line: this.line, text });
  }

  private keepTo(at: number): void {
    const text = this.chunk.slice(this.from, at);
    this.from = at;
    if (this.kept.length + text.length <= ROW_LENGTH_MAX) {
      this.kept += text;
      // In a wrapper only the name of the next list matters.
      if (this.place === 'wrapper') this.kept = this.kept.slice(-KEY_LENGTH_MAX);
    } else {
      this.isTooLong = true;
      this.kept = '';
    }
  }

  private forgetTo(at: number): void {
    this.from = at;
    this.kept = '';
    this.isTooLong = false;
  }
}
