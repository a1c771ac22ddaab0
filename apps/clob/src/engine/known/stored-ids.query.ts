import { hexArray, type Statement } from '@foretell/platform-prisma';
import type { Pool } from 'pg';
import type { Found, StoredIds } from './known-ids';

/** About ten milliseconds of this thread. */
const PAGE_MAX = 5_000;
/** The ids after $1 in index order, as many as fit a page. */
type Id = Readonly<Record<'id', string>>;
export const ID_PAGES: Readonly<Record<'orders' | 'archived' | 'references', Statement<Id>>> = {
  orders: {
    name: 'ids-of-orders',
    text: `SELECT '0x' || encode(order_id, 'hex') AS id FROM clob.orders WHERE order_id > decode(substr($1, 3), 'hex')
           ORDER BY order_id LIMIT ${PAGE_MAX}`,
    columns: { id: 'text' },
  },
  archived: {
    name: 'ids-of-archived-orders',
    text: `SELECT '0x' || encode(order_id, 'hex') AS id FROM clob.archived_ids WHERE order_id > decode(substr($1, 3), 'hex')
           ORDER BY order_id LIMIT ${PAGE_MAX}`,
    columns: { id: 'text' },
  },
  references: {
    name: 'references',
    text: `SELECT reference AS id FROM clob.ledger_entries WHERE reference > $1 ORDER BY reference LIMIT ${PAGE_MAX}`,
    columns: { id: 'text' },
  },
};

/** One snapshot of tables and archive: a row that left one is in the other. */
export const KNOWN_IDS: Statement<Found> = {
  name: 'known-ids',
  text: `
  SELECT (SELECT coalesce(max(until_at), 0) FROM clob.archived WHERE table_name = 'clob.orders') AS horizon, ARRAY(
    SELECT '0x' || encode(order_id, 'hex') FROM clob.orders WHERE order_id = ANY($1::bytea[])
    UNION ALL SELECT '0x' || encode(order_id, 'hex') FROM clob.archived_ids WHERE order_id = ANY($1::bytea[])
    UNION ALL SELECT reference FROM clob.ledger_entries WHERE reference = ANY($2::text[])) AS ids`,
  columns: { horizon: 'bigint', ids: 'text[]' },
};

/** The ids stored in the tables of a database. */
export function storedIds(pool: Pool): StoredIds {
  return {
    page: async (of, after) => {
      const { rows } = await pool.query<{ id: string }>({ ...ID_PAGES[of], values: [after] });
      return rows.map(({ id }) => id);
    },
    among: async (orderIds, references) => {
      const { rows } = await pool.query<Found>({ ...KNOWN_IDS, values: [hexArray(orderIds), references] });
      const [found] = rows;
      if (found === undefined) throw new Error('a statement without FROM gives one row');
      return found;
    },
  };
}
