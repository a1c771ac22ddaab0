import { LineSplitter } from './line-splitter';
import { RowSplitter } from './row-splitter';
import { ROW_KEYS, ROW_LENGTH_MAX, WRAPPER_KEYS, hasMarkets, type RowText } from './row-text';
import { rowsInside } from './rows-inside';
import { foreignFormat, isObject, parsed } from './shapes';

/** A row of a file, parsed, or the reason why it cannot be parsed. */
export type FileRow = { readonly line: number; readonly value: unknown } | { readonly line: number; readonly fault: string };

const LINES_NAME = /\.(jsonl|ndjson)(\.gz)?$/i;
const FIRST_LINE_MAX = 1024 * 1024;
const ITS_EVENT = 'the event that contains it is truncated and was refused';

/**
 * Yields the rows of a catalog file one at a time, in any layout: a list, lists inside an object, or one row a line. Throws with
 * a description when the text is not JSON at all.
 */
export async function* rowsOf(name: string, text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let splitter: LineSplitter | RowSplitter | null = LINES_NAME.test(name) ? new LineSplitter() : null;
  const start = new FileStart();
  const rows = new RowsAfterCuts();
  try {
    for await (const chunk of text) {
      if (splitter !== null) yield* parsedAll(splitter.push(chunk), rows);
      else if (start.add(chunk)) {
        splitter = splitterFor(start.text);
        yield* parsedAll(splitter.push(start.text), rows);
      }
    }
  } catch (error) {
    // Returns the rows that were read before the error.
    if (splitter === null) yield* parsedAll(splitterFor(start.text).push(start.text), rows);
    throw error;
  }
  if (splitter === null) {
    const whole = parsed(start.text);
    // An object with one of a row's own fields is a single row.
    if (isObject(whole) && listsIn(whole) === null) return void (yield { line: start.line, value: unwrapped(whole) });
    splitter = splitterFor(start.text, whole === undefined && start.isObject);
    yield* parsedAll(splitter.push(start.text), rows);
  }
  yield* parsedAll(splitter.end(), rows);
}

/** The beginning of a file, until it shows the file's layout. */
class FileStart {
  private readonly chunks: string[] = [];
  private length = 0;
  private head = '';

  /** @returns whether enough text was read */
  add(chunk: string): boolean {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length > ROW_LENGTH_MAX) return true;
    if (this.isObject) return false;
    this.head = (this.head + chunk).trimStart();
    const end = this.head.indexOf('\n');
    if (end < 0) return this.head.length >= FIRST_LINE_MAX;
    return !this.isObject || isRow(parsed(this.head.slice(0, end)));
  }

  get text(): string {
    return this.chunks.join('');
  }

  /** Line of its first value. */
  get line(): number {
    const { text } = this;
    return text.slice(0, text.length - text.trimStart().length).split('\n').length;
  }

  /**
   * An object over several lines is a single row or contains lists of rows. Its end decides, or a length beyond that of any row.
   */
  get isObject(): boolean {
    return this.head.startsWith('{') && this.head.includes('\n');
  }
}

/** A first line that is a complete row means one row a line. */
function splitterFor(start: string, isBroken = false): LineSplitter | RowSplitter {
  const foreign = foreignFormat(start);
  if (foreign !== null) throw new Error(foreign);
  const [first = ''] = start.trimStart().split('\n', 1);
  return isRow(first.startsWith('{') ? parsed(first) : undefined)
    ? new LineSplitter()
    : new RowSplitter(isBroken ? 0 : undefined);
}

function isRow(value: unknown): boolean {
  return isObject(value) && listsIn(value) === null;
}

/** Refuses markets after a truncated event: they may belong to it and would be stored without it. */
class RowsAfterCuts {
  private isInsideEvent = false;

  cut(hadMarkets: boolean): void {
    this.isInsideEvent = hadMarkets;
  }

  *checked(rows: Iterable<FileRow>): Generator<FileRow> {
    for (const row of rows) {
      const isMarket = 'value' in row && isObject(row.value) && row.value['question'] !== undefined;
      if (!isMarket) this.isInsideEvent = false;
      yield this.isInsideEvent ? { line: row.line, fault: ITS_EVENT } : row;
    }
  }
}

function* parsedAll(texts: readonly RowText[], rows: RowsAfterCuts): Generator<FileRow> {
  for (const { line, text, fault, isLast, hadMarkets } of texts) {
    if (fault !== undefined) {
      yield { line, fault };
      if (hadMarkets !== undefined) rows.cut(hadMarkets);
      continue;
    }
    try {
      yield* rows.checked(flattened(line, JSON.parse(text)));
    } catch (error) {
      const inside = rowsInside(text);
      const reason = error instanceof Error ? shortened(error.message) : String(error);
      yield { line, fault: faultOf(isLast === true ? `the file ends inside it (${reason})` : reason, inside.length) };
      rows.cut(hasMarkets(text));
      for (const { lines, value } of inside) yield* rows.checked(flattened(line + lines, value));
    }
  }
}

/** A line may contain a list of rows, or lists inside an object, as a file may. */
function* flattened(line: number, value: unknown): Generator<FileRow> {
  const list = Array.isArray(value) ? value : isObject(value) ? listsIn(value) : null;
  if (list === null) yield { line, value: unwrapped(value) };
  else for (const item of list) yield { line, value: unwrapped(item) };
}

function listsIn(value: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const keys = Object.keys(value);
  if (keys.some((key) => ROW_KEYS.has(key))) return null;
  const lists = keys.filter((key) => WRAPPER_KEYS.has(key) && Array.isArray(value[key]));
  return lists.length === 0 ? null : lists.flatMap((key) => value[key]);
}

/** Some recording programs store the original row under "raw", next to their own fields. */
function unwrapped(value: unknown): unknown {
  return isObject(value) && value['id'] === undefined && isObject(value['raw']) ? value['raw'] : value;
}

function faultOf(reason: string, rowsInside: number): string {
  const rest =
    rowsInside === 0 ? '' : `; it is truncated, and the ${rowsInside} complete rows after its end are imported separately`;
  return `it is not JSON: ${reason}${rest}`;
}

/** The parser's error quotes the text, which may be long. */
function shortened(message: string): string {
  return message.length <= 160 ? message : `${message.slice(0, 160)}…`;
}
