/** The text of one value of a file, with its first line. `fault` replaces text that was not stored. */
export interface RowText {
  readonly line: number;
  readonly text: string;
  readonly fault?: string;
  /** The file ends here, perhaps inside the value. */
  readonly isLast?: boolean;
  /** For a truncated row: whether its list of markets had begun, so that the following markets may belong to it. */
  readonly hadMarkets?: boolean;
}

/** Names under which an object may contain lists of rows. */
export const WRAPPER_KEYS: ReadonlySet<string> = new Set([
  ...['data', 'markets', 'events', 'rows', 'value', 'results', 'items', 'list', 'result', 'response'],
]);
/** An object with one of these keys is a row itself, whatever lists it contains. */
export const ROW_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'slug', 'question', 'title', 'conditionId', 'condition_id', 'raw'],
]);
/** A longer row is skipped, so that memory does not grow with the file. */
export const ROW_LENGTH_MAX = 16 * 1024 * 1024;
export const KEY_LENGTH_MAX = 200;
const KEY_AT_END = /"((?:[^"\\]|\\.)*)"\s*$/;
const MARKETS_BEGUN = /"markets"\s*:\s*\[/;
export const CUT_SHORT = 'the row is truncated: another begins inside it';

/** The name before the colon at the end of the text. */
export function keyAtEnd(text: string): string {
  return KEY_AT_END.exec(text.slice(-KEY_LENGTH_MAX))?.[1] ?? '';
}

/**
 * The beginning of a row at the end of the text: a brace and its first name without the closing quote. Null when there is none.
 */
export function rowBegunAtEnd(text: string): string | null {
  return /\{\s*"[A-Za-z_]{1,40}$/.exec(text.slice(-KEY_LENGTH_MAX))?.[0] ?? null;
}

export function hasMarkets(text: string): boolean {
  return MARKETS_BEGUN.test(text);
}
