export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const CATALOG_NAMES = ['id', 'slug', 'question', 'title', 'conditionId', 'condition_id', 'question_id', 'market_slug', 'markets'];
/** Other resources of such services, recognized by their names; all names must be present. */
const OTHERS: readonly (readonly [names: readonly string[], what: string])[] = [
  [['bids', 'asks'], 'an order book'],
  [['history'], 'a price history'],
  [['t', 'p'], 'a point of a price history'],
  [['proxyWallet', 'conditionId'], "a wallet's position, trade or activity"],
  [['proxyWallet'], "a wallet's profile or place on a leaderboard"],
  [['asset_id', 'price', 'side'], 'a trade or an order'],
  [['price', 'size', 'side'], 'a trade or an order'],
  [['token_id', 'price'], 'a price'],
  [['event_type'], 'a message of a market stream'],
];
const ERROR_NAMES = ['error', 'errors', 'message', 'detail', 'errorMsg', 'fault'];
const NAMES_SHOWN = 8;
const TEXT_SHOWN = 160;

/** Why a parsed row is neither an event nor a market. Null when it may be one: the catalog then reports missing fields. */
export function strangeness(row: unknown): string | null {
  if (!isObject(row)) return null;
  const known = OTHERS.find(([names]) => names.every((name) => row[name] !== undefined));
  const isCatalog = CATALOG_NAMES.some((name) => row[name] !== undefined);
  const isMarket = row['question'] !== undefined || row['title'] !== undefined || row['slug'] !== undefined;
  if (isCatalog && (known === undefined || isMarket || row['tokens'] !== undefined)) return null;
  if (known !== undefined) return `it looks like ${known[1]}, not like an event or a market`;
  const error = ERROR_NAMES.find((name) => row[name] !== undefined);
  if (error !== undefined) return `it is an API's error, not a catalog: ${shown(row[error])}`;
  const names = Object.keys(row);
  const rest = names.length > NAMES_SHOWN ? ', ...' : '';
  if (names.length === 0) return 'it is an empty object';
  return `it is an object with ${names.slice(0, NAMES_SHOWN).join(', ')}${rest}: neither an event (title, markets) nor a market (question)`;
}

/** Describes a text that does not begin like JSON; null when it may be JSON. */
export function foreignFormat(text: string): string | null {
  const start = text.trimStart();
  if (start === '' || /^[[{]/.test(start)) return null;
  const [line = ''] = start.split('\n', 1);
  if (start.startsWith('<')) return 'it looks like HTML or XML, not JSON';
  if (/^PK|^%PDF|^\0|^SQLite/.test(start)) return 'it looks like a binary file, not JSON';
  if (line.split(/[,;\t]/).length > 2) return `it looks like a table of comma-separated values, not JSON: ${shown(line)}`;
  return `it does not begin like JSON: ${shown(line)}`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= TEXT_SHOWN ? text : `${text.slice(0, TEXT_SHOWN)}…`;
}

/** Undefined when the text is not valid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
