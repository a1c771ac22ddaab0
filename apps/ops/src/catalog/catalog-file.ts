import { LineSplitter } from './line-splitter';
import { ROW_KEYS, RowSplitter, WRAPPER_KEYS, type RowText } from './row-splitter';

/** A row of a file, parsed, or the reason why it cannot be. */
export type FileRow = { readonly line: number; readonly value: unknown } | { readonly line: number; readonly fault: string };

const LINES_NAME = /\.(jsonl|ndjson)(\.gz)?$/i;
const FIRST_LINE_MAX = 1024 * 1024;

/** The rows of a catalog file, one at a time, in whatever layout: a list, lists inside an object, or one row a line. */
export async function* rowsOf(name: string, text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let splitter: LineSplitter | RowSplitter | null = LINES_NAME.test(name) ? new LineSplitter() : null;
  let start = '';
  for await (const chunk of text) {
    if (splitter !== null) {
      yield* parsedAll(splitter.push(chunk));
      continue;
    }
    start += chunk;
    if (!start.trimStart().includes('\n') && start.length < FIRST_LINE_MAX) continue;
    splitter = splitterFor(start);
    yield* parsedAll(splitter.push(start));
  }
  if (splitter === null) {
    splitter = splitterFor(start);
    yield* parsedAll(splitter.push(start));
  }
  yield* parsedAll(splitter.end());
}

/** A first line that is a whole row means one row a line. */
function splitterFor(start: string): LineSplitter | RowSplitter {
  const [first = ''] = start.trimStart().split('\n', 1);
  const row = first.startsWith('{') ? parsed(first) : undefined;
  return isObject(row) && listsIn(row) === null ? new LineSplitter() : new RowSplitter();
}

function* parsedAll(texts: readonly RowText[]): Generator<FileRow> {
  for (const { line, text, fault } of texts) {
    if (fault !== undefined) {
      yield { line, fault };
      continue;
    }
    try {
      yield* flattened(line, JSON.parse(text));
    } catch (error) {
      yield { line, fault: `it is not JSON: ${error instanceof Error ? shortened(error.message) : String(error)}` };
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

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parser quotes the text, which may be long. */
function shortened(message: string): string {
  return message.length <= 160 ? message : `${message.slice(0, 160)}…`;
}
