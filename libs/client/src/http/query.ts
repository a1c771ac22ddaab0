/** A value of a query; a list goes out as one text with commas, undefined not at all. */
export type QueryValue = string | number | boolean | readonly string[] | undefined;
/** Filters of a list by their names on the wire. */
export type Query = Readonly<Record<string, QueryValue>>;

/** The path with a query; without a question mark when nothing is asked. */
export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  );
  return given.length === 0 ? path : `${path}?${given.join('&')}`;
}

/** A path of fixed words and given ones, the given ones escaped. */
export function pathOf(words: TemplateStringsArray, ...given: readonly (string | number)[]): string {
  return words.reduce((path, word, index) => path + encodeURIComponent(String(given[index - 1])) + word);
}
