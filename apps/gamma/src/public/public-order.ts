import { createHash } from 'node:crypto';
import { HttpFailure } from '@foretell/platform-server';

/** A column that lists are sorted by. */
export interface SortColumn {
  readonly sql: string;
  readonly type: 'bigint' | 'float8' | 'timestamp' | 'text';
}
export type SortColumns = Readonly<Record<string, SortColumn>>;

const at = (sql: string): SortColumn => ({ sql, type: 'timestamp' });
const amount = (sql: string): SortColumn => ({ sql, type: 'float8' });
const FIGURES: SortColumns = {
  volume: amount('f.volume'),
  volumenum: amount('f.volume'),
  volume24hr: amount('f.volume24hr'),
  volume1wk: amount('f.volume1wk'),
  volume1mo: amount('f.volume1mo'),
  volume1yr: amount('f.volume1yr'),
  volume24hrclob: amount('f.volume24hr'),
  liquidity: amount('f.liquidity'),
  liquiditynum: amount('f.liquidity'),
  liquidityclob: amount('f.liquidity'),
  competitive: amount('f.competitive'),
};

/** Names are compared without case and underscores, because clients' spellings vary. */
export const EVENT_ORDER: SortColumns = {
  ...FIGURES,
  id: { sql: 'e.id', type: 'bigint' },
  createdat: at('e.created_at'),
  updatedat: at('e.updated_at'),
  startdate: at('e.start_date'),
  enddate: at('e.end_date'),
  creationdate: at('e.creation_date'),
  starttime: { sql: `coalesce(e.start_time, '')`, type: 'text' },
  slug: { sql: 'e.slug', type: 'text' },
  title: { sql: 'e.title', type: 'text' },
};

export const MARKET_ORDER: SortColumns = {
  ...FIGURES,
  id: { sql: 'm.id', type: 'bigint' },
  createdat: at('m.created_at'),
  updatedat: at('m.updated_at'),
  startdate: at('m.start_date'),
  enddate: at('m.end_date'),
  slug: { sql: 'm.slug', type: 'text' },
  question: { sql: 'm.question', type: 'text' },
};

/** A total order: the requested columns that exist, then the id. All in one direction, so that one index serves. */
export function sortColumns(known: SortColumns, id: SortColumn, order: string | undefined): readonly SortColumn[] {
  const named = (order ?? '').split(',').map((name) => name.replaceAll(/[\s_]/g, '').toLowerCase());
  const columns = named.flatMap((name) => (Object.hasOwn(known, name) ? (known[name] ?? []) : []));
  const distinct = columns.filter(({ sql }, index) => columns.findIndex((each) => each.sql === sql) === index);
  const end = distinct.findIndex(({ sql }) => sql === id.sql);
  return end === -1 ? [...distinct, id] : distinct.slice(0, end + 1);
}

export function orderSql(columns: readonly SortColumn[], ascending: boolean): string {
  return columns.map(({ sql }) => `${sql} ${ascending ? 'ASC' : 'DESC'}`).join(', ');
}

/** The keys of a row as one SQL array of texts, in the order's columns. */
export function keysSql(columns: readonly SortColumn[]): string {
  return `ARRAY[${columns.map(({ sql }) => `${sql}::text`).join(', ')}]`;
}

/**
 * The start of a page: after the row with these keys. Opaque to clients; valid only for the list and order that it was made in.
 */
export function toCursor(columns: readonly SortColumn[], ascending: boolean, keys: readonly string[]): string {
  return Buffer.from(JSON.stringify([listOf(columns, ascending), ...keys]), 'utf8').toString('base64url');
}

/** Identifies the list and order: events and markets have similar ids, and a cursor of one would silently apply to the other. */
function listOf(columns: readonly SortColumn[], ascending: boolean): string {
  const order = columns.map(({ sql }) => sql).join();
  return createHash('sha256').update(`${order} ${ascending}`).digest('base64url').slice(0, 6);
}

const KEY_FORMS: Readonly<Record<SortColumn['type'], RegExp>> = {
  bigint: /^\d{1,16}$/,
  float8: /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/,
  timestamp: /^(-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?)$/,
  text: /^[^\0]{0,2000}$/s,
};

export function readCursor(cursor: string, columns: readonly SortColumn[], ascending: boolean): readonly string[] {
  const read = parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
  const [list, ...keys] = Array.isArray(read) ? (read as unknown[]) : [];
  const fits = list === listOf(columns, ascending) && keys.length === columns.length;
  const texts = fits ? keys.filter((key, index) => typeof key === 'string' && hasForm(columns[index], key)) : [];
  if (!fits || texts.length !== columns.length)
    throw new HttpFailure(400, 'after_cursor is not a cursor of this list', 'bad_request');
  return texts as string[];
}

function hasForm(column: SortColumn | undefined, key: string): boolean {
  return column !== undefined && KEY_FORMS[column.type].test(key);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
