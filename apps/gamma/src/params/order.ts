import { badRequest, single, type Param } from './param';

/** Public field names with the columns that they sort by. */
export type OrderColumns = Readonly<Record<string, string>>;

/** Columns to sort by, first first; the id always ends the list, so that every order is total. */
export function order(columns: OrderColumns): Param<readonly string[]> {
  const known = new Map(
    Object.entries(columns).flatMap(([field, column]) => [
      [field, column],
      [column, column],
    ]),
  );
  const fields = Object.keys(columns).join(', ');
  return {
    aliases: [],
    doc: {
      type: 'string',
      description: `Fields to sort by, separated by commas: ${fields}; id when absent. Ties are sorted by id.`,
    },
    read(name, texts) {
      const given = single(name, texts);
      if (given === undefined) return ['id'];
      const wanted = given.split(',').map((field) => known.get(field.trim()));
      if (wanted.some((column) => column === undefined)) throw badRequest('invalid order field');
      const distinct = [...new Set(wanted.flatMap((column) => column ?? []))];
      const end = distinct.indexOf('id');
      return end < 0 ? [...distinct, 'id'] : distinct.slice(0, end + 1);
    },
  };
}

/** The same direction for all columns, so that one index serves both. */
export function orderBy(alias: string, columns: readonly string[], ascending: boolean): string {
  return columns.map((column) => `${alias}.${column} ${ascending ? 'ASC' : 'DESC'}`).join(', ');
}
