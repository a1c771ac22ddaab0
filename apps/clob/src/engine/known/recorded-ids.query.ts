import type { Pool } from 'pg';
import { hexArray } from '../../columns/binary-array';
import type { Found, RecordedIds } from './known-ids';

/** About ten milliseconds of this thread. */
const PAGE_MAX = 5_000;
/** The ids after $1 in index order, as many as fit a page. */
const PAGES = {
  orders: {
    name: 'ids-of-orders',
    text: `select '0x' || encode(order_id, 'hex') as id from clob.orders where order_id > decode(substr($1, 3), 'hex')
           order by order_id limit ${PAGE_MAX}`,
  },
  archived: {
    name: 'ids-of-archived-orders',
    text: `select '0x' || encode(order_id, 'hex') as id from clob.archived_ids where order_id > decode(substr($1, 3), 'hex')
           order by order_id limit ${PAGE_MAX}`,
  },
  references: {
    name: 'references',
    text: `select reference as id from clob.ledger_entries where reference > $1 order by reference limit ${PAGE_MAX}`,
  },
} as const;

/** One snapshot of tables and archive: a row that left one is in the other. */
const AMONG = `
  select (select coalesce(max(until_at), 0) from clob.archived where table_name = 'clob.orders') as horizon, array(
    select '0x' || encode(order_id, 'hex') from clob.orders where order_id = any($1::bytea[])
    union all select '0x' || encode(order_id, 'hex') from clob.archived_ids where order_id = any($1::bytea[])
    union all select reference from clob.ledger_entries where reference = any($2::text[])) as ids`;

/** The ids stored in the tables of a database. */
export function recordedIds(pool: Pool): RecordedIds {
  return {
    page: async (of, after) => {
      const { rows } = await pool.query<{ id: string }>({ ...PAGES[of], values: [after] });
      return rows.map(({ id }) => id);
    },
    among: async (orderIds, references) => {
      const { rows } = await pool.query<Found>({ name: 'known-ids', text: AMONG, values: [hexArray(orderIds), references] });
      const [found] = rows;
      if (found === undefined) throw new Error('a statement without FROM gives one row');
      return found;
    },
  };
}
