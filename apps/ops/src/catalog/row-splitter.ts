import { BufferedText } from './buffered-text';
import { JsonOrder, RowColumns } from './row-starts';
import {
  CUT_SHORT,
  KEY_LENGTH_MAX,
  ROW_KEYS,
  ROW_LENGTH_MAX,
  WRAPPER_KEYS,
  hasMarkets,
  keyAtEnd,
  rowBegunAtEnd,
  type RowText,
} from './row-text';
import { parsed } from './shapes';

const PASSES_MAX = 20;
/** The characters with a meaning outside a string, and those that end a string. */
const MARKS = /["{}[\],:\n]/g;
const STRING_MARKS = /["\\\n]/g;

/** Where the next mark is. A value is a row, or an object that may turn out to contain lists of rows. */
type Place = 'outside' | 'list' | 'value' | 'wrapper';

/**
 * Splits JSON text into the rows of its outermost list, chunk by chunk, with at most one row in memory. It accepts a list of
 * rows, lists inside an object (`{"data": [...]}`), single rows, and any sequence of these. It tracks only quotes and brackets,
 * by the rules of JSON.
 * An invalid row is cut out, and the next row is found where a row begins at a place that JSON does not allow. If the invalid row
 * contains an object in the column of its own beginning, the text is read again from the first such object.
 */
export class RowSplitter extends BufferedText {
  private line = 1;
  private rowLine = 1;
  private place: Place = 'outside';
  /** The context of a value or list. */
  private outer: 'outside' | 'list' = 'outside';
  private isListWrapped = false;
  private depth = 0;
  private readonly order = new JsonOrder();
  private readonly columns = new RowColumns();
  private isInString = false;
  private isEscaped = false;
  private key = '';
  private isRow = false;
  /** Position in the open row where the next row may have begun. */
  private suspect: { readonly offset: number; readonly line: number } | null = null;
  /** How much text may still be read again; limits the work for hostile input. */
  private budget = 0;

  /** @param passes how often each character of an invalid text may be read again; 0 for a text known to be invalid */
  constructor(private readonly passes = PASSES_MAX) {
    super();
  }
  private rows: RowText[] = [];

  push(chunk: string): readonly RowText[] {
    this.budget += chunk.length * this.passes;
    this.rows = [];
    this.pass(chunk);
    return this.rows;
  }

  private pass(chunk: string): void {
    this.chunk = chunk;
    this.from = 0;
    let at = 0;
    while (at < this.chunk.length) {
      at = this.isInString ? this.passString(at) : this.passMark(at);
      // The stored text would exceed the longest row, so it is judged now.
      if (at >= this.chunk.length && this.isSuspectAndTooLong()) at = this.readAgain(this.chunk.length);
    }
    this.bufferTo(this.chunk.length);
    // In a wrapper only the name of the next list matters.
    if (this.place === 'wrapper') this.buffered = this.buffered.slice(-KEY_LENGTH_MAX);
    this.columns.pass(this.chunk);
  }

  private isSuspectAndTooLong(): boolean {
    return this.suspect !== null && this.buffered.length + this.chunk.length - this.from > ROW_LENGTH_MAX;
  }

  /** Ends the text; a row that is still open is truncated. */
  end(): readonly RowText[] {
    this.rows = [];
    this.chunk = '';
    this.from = 0;
    while (this.place === 'value' && this.suspect !== null) {
      this.readAgain(0);
      this.pass(this.chunk);
      this.chunk = '';
      this.from = 0;
    }
    if (this.place === 'value') this.cut(true);
    else if (this.place !== 'outside')
      this.rows.push({ line: this.line, text: '', fault: 'the file is truncated: it ends inside a list of rows' });
    else if (this.buffered.trim() !== '') this.stray();
    return this.rows;
  }

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
      // JSON strings contain no line breaks, so this string was never closed. The text after it is read as new.
      this.isInString = false;
      if (mark[0] === '\n') this.newLine(mark.index);
    }
    return mark.index + 1;
  }

  private passMark(at: number): number {
    MARKS.lastIndex = at;
    const mark = MARKS.exec(this.chunk);
    if (mark === null) return this.chunk.length;
    return this.take(mark[0], mark.index);
  }

  /** @returns the index after the consumed text */
  private take(mark: string, at: number): number {
    if (mark === '"') this.isInString = true;
    if (this.place === 'outside' || this.place === 'list') this.between(mark, at);
    else if (this.place === 'value' && this.outer === 'list') {
      if (this.isBroken(mark, at)) return this.readAgain(at);
      if (!this.restarts(mark, at)) this.inside(mark, at);
    } else this.inside(mark, at);
    if (mark === '\n') this.newLine(at);
    return at + 1;
  }

  /** Whether a row in which another may have begun is invalid JSON. */
  private isBroken(mark: string, at: number): boolean {
    if (this.suspect === null) return false;
    if (!this.order.allows(mark)) return true;
    const closes = (mark === '}' || mark === ']') && this.depth === 1;
    return closes && parsed(this.textTo(at + 1)) === undefined;
  }

  /** Cuts the open row where the next may have begun, and continues from there. @returns the index in the new chunk */
  private readAgain(at: number): number {
    const { offset, line } = this.suspect ?? { offset: 0, line: this.line };
    const text = this.textTo(at);
    this.buffered = text.slice(0, offset);
    this.from = at;
    this.cutShort(at);
    this.budget -= text.length - offset;
    this.chunk = text.slice(offset) + this.chunk.slice(at);
    this.from = 0;
    this.line = line;
    this.isInString = this.isEscaped = false;
    this.columns.again();
    this.suspect = null;
    return 0;
  }

  private newLine(at: number): void {
    this.line += 1;
    this.columns.newLine(at);
  }

  /** Whether a row of a list ends here unfinished because the next one begins; if so, opens the next one. */
  private restarts(mark: string, at: number): boolean {
    const isAllowed = this.order.allows(mark);
    if (mark === '{' && !isAllowed) return this.openNext(at);
    if (mark === '{' && this.suspect === null) {
      const before = this.textTo(at);
      if (this.columns.isRowStart(at, before)) {
        if (this.budget <= 0) return this.openNext(at);
        this.suspect = { offset: before.length, line: this.line };
      }
    }
    if (mark === '"' && !isAllowed) return this.beginsInString(at);
    if (mark === ']' && this.depth === 1 && !isAllowed) {
      this.cutShort(at);
      this.leaveList(at);
      return true;
    }
    this.order.take(mark);
    return false;
  }

  private openNext(at: number): true {
    this.cutShort(at);
    this.open(at);
    return true;
  }

  /** A truncated string takes the next row's first quote as its end. */
  private beginsInString(at: number): boolean {
    const text = this.textTo(at);
    const begun = rowBegunAtEnd(text);
    if (begun === null) return false;
    this.buffered = text.slice(0, text.length - begun.length);
    this.from = at;
    this.cutShort(at);
    this.open(at);
    this.buffered = begun;
    this.isInString = false;
    this.order.take('"');
    return true;
  }

  private cutShort(at: number): void {
    const hadMarkets = hasMarkets(this.textTo(at));
    this.rows.push({ line: this.rowLine, text: '', fault: CUT_SHORT, hadMarkets });
    this.place = 'list';
    this.forgetTo(at);
  }

  /** Handles a mark between rows. */
  private between(mark: string, at: number): void {
    if (mark === '{' || (mark === '[' && this.place === 'list')) this.open(at, mark);
    else if (mark === '[') this.enterList(at);
    else if (mark === ']' && this.place === 'list') this.leaveList(at);
    else if (mark === ',' || mark === '\n') this.strayTo(at);
  }

  private open(at: number, mark = '{'): void {
    this.strayTo(at);
    this.outer = this.place === 'list' ? 'list' : 'outside';
    this.place = 'value';
    this.rowLine = this.line;
    this.depth = 1;
    this.suspect = null;
    this.order.begin(mark);
    this.columns.open(at, this.chunk);
    this.key = '';
    // In a list every object is a row; outside, it may contain lists until one of a row's own keys is seen.
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
      this.key = keyAtEnd(this.textTo(at));
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
    this.bufferTo(at + 1);
    if (this.place === 'wrapper') this.forgetTo(at + 1);
    else this.cut();
    this.place = this.place === 'value' ? this.outer : 'outside';
  }

  /** Emits the stored text as a row. */
  private cut(isLast = false): void {
    if (this.isTooLong)
      this.rows.push({ line: this.rowLine, text: '', fault: `the row is longer than ${ROW_LENGTH_MAX} characters` });
    else this.rows.push({ line: this.rowLine, text: this.buffered, ...(isLast ? { isLast } : {}) });
    this.buffered = '';
    this.isTooLong = false;
  }

  /** Text between rows that is neither blank nor a comma is emitted as a row, so that it is reported as refused. */
  private strayTo(at: number): void {
    this.bufferTo(at);
    this.from = at + 1;
    this.stray();
  }

  private stray(): void {
    const text = this.buffered.trim();
    this.buffered = '';
    this.isTooLong = false;
    if (text !== '') this.rows.push({ line: this.line, text });
  }
}
