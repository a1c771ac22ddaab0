import { LineSplitter } from './line-splitter';
import { ROW_KEYS, RowSplitter, WRAPPER_KEYS, type RowText } from './row-splitter';
import { rowsInside } from './rows-inside';
import { foreignFormat, isObject } from './shapes';

/** A row of a file, parsed, or the reason why it cannot be. */
export type FileRow = { readonly line: number; readonly value: unknown } | { readonly line: number; readonly fault: string };

const LINES_NAME = /\.(jsonl|ndjson)(\.gz)?$/i;
const FIRST_LINE_MAX = 1024 * 1024;

/**
 * The rows of a catalog file, one at a time, in whatever layout: a list, lists inside an object, or one row a line. Throws with a
 * description of a text that is no JSON at all.
 */
export async function* rowsOf(name: string, text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let splitter: LineSplitter | RowSplitter | null = LINES_NAME.test(name) ? new LineSplitter() : null;
  let start = '';
  try {
    for await (const chunk of text) {
      start += chunk;
      if (splitter === null && !start.trimStart().includes('\n') && start.length < FIRST_LINE_MAX) continue;
      splitter ??= splitterFor(start);
      const pushed = start;
      start = '';
      yield* parsedAll(splitter.push(pushed));
    }
  } catch (error) {
    // What could be read before is read.
    if (start !== '' && splitter === null) yield* parsedAll(splitterFor(start).push(start));
    throw error;
  }
  if (splitter === null) {
    splitter = splitterFor(start);
    yield* parsedAll(splitter.push(start));
  }
  yield* parsedAll(splitter.end());
}

/** A first line that is a whole row means one row a line. */
function splitterFor(start: string): LineSplitter | RowSplitter {
  const foreign = foreignFormat(start);
  if (foreign !== null) throw new Error(foreign);
  const [first = ''] = start.trimStart().split('\n', 1);
  const row = first.startsWith('{') ? parsed(first) : undefined;
  return isObject(row) && listsIn(row) === null ? new LineSplitter() : new RowSplitter();
}

function* parsedAll(texts: readonly RowText[]): Generator<FileRow> {
  for (const { line, text, fault, isLast } of texts) {
    if (fault !== undefined) {
      yield { line, fault };
      continue;
    }
    try {
      yield* flattened(line, JSON.parse(text));
    } catch (error) {
      const inside = rowsInside(text);
      const reason = error instanceof Error ? shortened(error.message) : String(error);
      yield { line, fault: faultOf(isLast === true ? `the file ends inside it (${reason})` : reason, inside.length) };
      for (const { lines, value } of inside) yield* flattened(line + lines, value);
    }
  }
}

/** A line may hold a list of rows, or lists inside an object, as a whole file may. */
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

/** Recorders keep the row they got under "raw", beside their own notes. */
function unwrapped(value: unknown): unknown {
  return isObject(value) && value['id'] === undefined && isObject(value['raw']) ? value['raw'] : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultOf(reason: string, rowsInside: number): string {
  const rest =
    rowsInside === 0 ? '' : `; it is cut short, and the ${rowsInside} whole rows after its end are taken by themselves`;
  return `it is not JSON: ${reason}${rest}`;
}

/** The parser quotes the text, which may be long. */
function shortened(message: string): string {
  return message.length <= 160 ? message : `${message.slice(0, 160)}…`;
}
