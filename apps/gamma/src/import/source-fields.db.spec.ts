import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { IN_COLUMNS } from './source-fields';

type Kind = keyof typeof IN_COLUMNS;

const TABLES: Readonly<Record<Kind, string>> = { tag: 'tags', series: 'series', event: 'events', market: 'markets' };
/** Rows inside a row: each is stored in its own table. */
const NESTED = new Set(['tags', 'series', 'events', 'markets']);
/** Columns whose name is not the field's in snake case. */
const RENAMED: Readonly<Record<string, string>> = {
  'event creator': 'own_sites',
  'market clobTokenIds': 'token_ids',
  'market questionID': 'question_id',
};
/** Columns that no field of the source fills alone: computed, set by the service, or copies that lists filter by. */
const OTHER_COLUMNS: Readonly<Record<Kind, string>> = {
  tag: 'source version',
  series: 'source',
  event: 'catalog_closed ended event_date game_id listed_on live own_sites series_ids source start_time tag_ids',
  market: `catalog_closed event_ids game_id group_item_threshold liquidity listed_on own_sites own_tag_ids position source tag_ids
    trading trading_closed trading_told uma_status volume`,
};

describe('fields that the import stores in columns only', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  }, 60_000);
  afterAll(() => database?.drop());

  it.each(Object.keys(TABLES) as Kind[])('%s: each has a column, and no other column lacks its field', async (kind) => {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'gamma' AND table_name = $1`,
      [TABLES[kind]],
    );
    const named = [...IN_COLUMNS[kind]].filter((field) => !NESTED.has(field)).map((field) => columnOf(kind, field));
    const known = new Set([...named, ...OTHER_COLUMNS[kind].split(/\s+/)]);
    expect([...known].sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});

function columnOf(kind: Kind, field: string): string {
  return RENAMED[`${kind} ${field}`] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
