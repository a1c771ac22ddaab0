/** Columns by the request names of their sort fields. */
type SortFields = Readonly<Record<string, string>>;

/**
 * A total order over the fields, named as in the records or as the columns. The id ends it; fields after the id have no effect.
 * All columns have the same direction, so that one index serves both. `elsewhere` has the SQL of columns of another table.
 */
export function orderBy(
  alias: string,
  known: SortFields,
  { order: fields, ascending }: { readonly order: readonly string[]; readonly ascending: boolean },
  elsewhere: SortFields = {},
): string {
  const columns = [...new Set(fields.map((field) => known[field] ?? field)), 'id'];
  const end = columns.indexOf('id');
  return columns
    .slice(0, end + 1)
    .map((column) => `${elsewhere[column] ?? `${alias}.${column}`} ${ascending ? 'ASC' : 'DESC'}`)
    .join(', ');
}
