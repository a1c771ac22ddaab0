import type { ColumnsOf, Pool, Statement } from '@foretell/platform-prisma';

/** A table of which single rows are read, and its conditions on $1, each of which selects one row: a closed list. */
export interface SingleSource<By extends string> {
  readonly alias: 'e' | 'm';
  readonly from: string;
  readonly by: Readonly<Record<By, string>>;
}
/** One of a list's conditions, and its value. */
export interface SingleKey<By extends string> {
  readonly by: By;
  readonly value: string | number;
}
/** By each condition the statement for all sites, and that for one site, $2. */
export type Singles<Row, By extends string> = Readonly<Record<By, Readonly<Record<'anywhere' | 'onSite', Statement<Row>>>>>;

/** @param select the columns, for all sites or for one. A reused slug selects the open row, or else the newest. */
export function singles<Row, By extends string>(
  name: string,
  { alias, from, by }: SingleSource<By>,
  select: (isOnSite: boolean) => string,
  columns: ColumnsOf<Row>,
): Singles<Row, By> {
  const statement = (key: By, isOnSite: boolean): Statement<Row> => ({
    name: `${name} by ${key}${isOnSite ? ' and site' : ''}`,
    text: `SELECT ${select(isOnSite)} FROM ${from} WHERE ${by[key]} ${isOnSite ? `AND ${alias}.sites @> ARRAY[$2::text]` : ''}
      ORDER BY ${alias}.closed, ${alias}.id DESC LIMIT 1`,
    columns,
  });
  const pairs = (Object.keys(by) as By[]).map((key) => [key, { anywhere: statement(key, false), onSite: statement(key, true) }]);
  return Object.fromEntries(pairs) as Singles<Row, By>;
}

/** Null when none exists, or none on the creator's site. */
export async function readSingle<Row extends object, By extends string>(
  pool: Pool,
  statements: Singles<Row, By>,
  { by, value }: SingleKey<By>,
  creator: string | undefined,
): Promise<Row | null> {
  const { anywhere, onSite } = statements[by];
  const query = creator === undefined ? { ...anywhere, values: [value] } : { ...onSite, values: [value, creator.toLowerCase()] };
  return (await pool.query<Row>(query)).rows[0] ?? null;
}
