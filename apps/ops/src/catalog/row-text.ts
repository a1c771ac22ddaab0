/** One value of a file, as text, with the line it begins on. `fault` stands in for text that was not kept. */
export interface RowText {
  readonly line: number;
  readonly text: string;
  readonly fault?: string;
  /** The file ends here, perhaps inside the value. */
  readonly isLast?: boolean;
  /** Of a row that was cut short: whether its list of markets had begun, so that markets after it may be its own. */
  readonly hadMarkets?: boolean;
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
export const ROW_LENGTH_MAX = 16 * 1024 * 1024;
export const KEY_LENGTH_MAX = 200;
const KEY_AT_END = /"((?:[^"\\]|\\.)*)"\s*$/;
const MARKETS_BEGUN = /"markets"\s*:\s*\[/;
export const CUT_SHORT = 'the row is cut short: another begins inside it';

/** The name before a colon at which the text ends. */
export function keyAtEnd(text: string): string {
  return KEY_AT_END.exec(text.slice(-KEY_LENGTH_MAX))?.[1] ?? '';
}

/** The end of the text where a row's beginning stands there: a brace and its first name without the closing quote. */
export function rowBegunAtEnd(text: string): string | null {
  return /\{\s*"[A-Za-z_]{1,40}$/.exec(text.slice(-KEY_LENGTH_MAX))?.[0] ?? null;
}

export function hasMarkets(text: string): boolean {
  return MARKETS_BEGUN.test(text);
}
