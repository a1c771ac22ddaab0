import type { Pool } from 'pg';
import { hexArray } from '../../columns/binary-array';
import type { RecordedIds } from './known-ids';

/** Some ten milliseconds of this thread. */
const PAGE_MAX = 5_000;
/** The ids after $1 in the order of their index, as many as fit a page. */
const PAGES = {
  orders: {
    name: 'ids-of-orders',
    text: `select '0x' || encode(order_id, 'hex') as id from clob.orders where order_id > decode(substr($1, 3), 'hex')
           order by order_id limit ${PAGE_MAX}`,
  },
  references: {
    name: 'references',
    text: `select reference as id from clob.ledger_entries where reference > $1 order by reference limit ${PAGE_MAX}`,
  },
} as const;

/** The ids that the tables of a database hold. */
export function recordedIds(pool: Pool): RecordedIds {
  return {
    page: async (of, after) => idsOf(await pool.query<{ id: string }>({ ...PAGES[of], values: [after] })),
    among: async (orderIds, references) =>
      idsOf(
        await pool.query<{ id: string }>({
          name: 'known-ids',
          text: `select '0x' || encode(order_id, 'hex') as id from clob.orders where order_id = any($1::bytea[])
                 union all select reference from clob.ledger_entries where reference = any($2::text[])`,
          values: [hexArray(orderIds), references],
        }),
      ),
  };
}

function idsOf({ rows }: { readonly rows: readonly { readonly id: string }[] }): string[] {
  return rows.map(({ id }) => id);
}
