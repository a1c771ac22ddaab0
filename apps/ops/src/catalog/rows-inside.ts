import { isObject, parsed } from './shapes';

/** How often each character of an invalid text may be read; limits the work for hostile input. */
const PASSES_MAX = 20;
const FIRST_NAME = /^\s*\{\s*"([A-Za-z_]{1,40})"/;

export interface InsideRow {
  /** Lines after the first line of the text. */
  readonly lines: number;
  readonly value: unknown;
}

/**
 * Finds the complete rows inside a truncated row: objects that begin with the same field and are of the same kind, market or
 * event.
 */
export function rowsInside(text: string): readonly InsideRow[] {
  const name = FIRST_NAME.exec(text)?.[1];
  if (name === undefined) return [];
  const starts = new RegExp(`\\{\\s*"${name}"\\s*:`, 'g');
  starts.lastIndex = 1;
  const rows: InsideRow[] = [];
  let kind: string | null = null;
  let budget = text.length * PASSES_MAX;
  for (let start = starts.exec(text); start !== null && budget > 0; start = starts.exec(text)) {
    kind ??= kindOfText(text.slice(0, start.index));
    const end = endOfObject(text, start.index);
    budget -= (end ?? text.length) - start.index;
    const value = end === null ? undefined : parsed(text.slice(start.index, end));
    if (end === null || !isObject(value) || (kind !== '' && kindOf(value) !== kind)) continue;
    rows.push({ lines: text.slice(0, start.index).split('\n').length - 1, value });
    starts.lastIndex = end;
  }
  return rows;
}

function kindOfText(text: string): string {
  return /"question"\s*:/.test(text) ? 'market' : /"title"\s*:/.test(text) ? 'event' : '';
}

function kindOf(value: Readonly<Record<string, unknown>>): string {
  return value['question'] !== undefined ? 'market' : value['title'] !== undefined ? 'event' : '';
}

/** The index after the object that begins at `start`. Null when it does not end, or a string in it contains a line break. */
function endOfObject(text: string, start: number): number | null {
  const marks = /["{}]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      const string = /(?:[^"\\\n]|\\.)*"/y;
      string.lastIndex = marks.lastIndex;
      if (string.exec(text) === null) return null;
      marks.lastIndex = string.lastIndex;
    } else {
      depth += mark[0] === '{' ? 1 : -1;
      if (depth === 0) return marks.lastIndex;
    }
  }
  return null;
}
