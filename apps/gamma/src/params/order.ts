/** Columns by the names that a sort field has in requests. */
type SortFields = Readonly<Record<string, string>>;

/**
 * A total order over the fields, which a request may name as the records do or as the columns are called: the id ends it, what
 * follows an id says nothing more. The same direction for all columns, so that one index serves both. `elsewhere` has the SQL of
 * columns that are of another table.
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
