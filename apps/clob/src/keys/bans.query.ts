import type { ColumnsOf, Pool, Statement } from '@foretell/platform-prisma';

export interface BanRow {
  readonly address: string;
  readonly closedOnly: boolean;
}

const TEXT = 'SELECT address, closed_only AS "closedOnly" FROM clob.bans';
const COLUMNS: ColumnsOf<BanRow> = { address: 'text', closedOnly: 'boolean' };
export const BANS: Statement<BanRow> = { name: 'bans', text: TEXT, columns: COLUMNS };
export const BAN_OF: Statement<BanRow> = { name: 'ban-of', text: `${TEXT} WHERE address = $1`, columns: COLUMNS };

export async function banOf(pool: Pool, address: string): Promise<BanRow | undefined> {
  const { rows } = await pool.query<BanRow>({ ...BAN_OF, values: [address] });
  return rows[0];
}
