/**
 * A request class as a caller writes it: a field with a default may be left out, and a list of one may be a single text. Values
 * are those of the HTTP interface: where a request class converts shares to micros, the caller passes shares.
 */
export type Asked<Request, Required extends keyof Request = never> = {
  readonly [Name in Exclude<keyof Request, Required>]?: Worded<Request[Name]> | undefined;
} & { readonly [Name in Required]: Worded<Request[Name]> };

type Worded<Value> = NonNullable<Value> extends readonly string[] ? string | readonly string[] : NonNullable<Value>;

/** Parameters whose lists are sent as one text with commas; other lists repeat the name. */
const WITH_COMMAS: ReadonlySet<string> = new Set(['market', 'order']);

/** The path with its query; without a question mark when the query is empty. Undefined and null are left out. */
export function withQuery(path: string, query: object = {}): string {
  const given = Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
    valuesOf(name, value).map((text) => [name, text]),
  );
  const pairs = given.map((pair) => pair.map((text) => encodeURIComponent(text ?? '')).join('='));
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

function valuesOf(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return WITH_COMMAS.has(name) ? [value.join(',')] : value.map(String);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

/** A path from a template; its parameters are escaped. */
export function pathOf(words: TemplateStringsArray, ...given: readonly (string | number)[]): string {
  return words.reduce((path, word, index) => path + encodeURIComponent(String(given[index - 1])) + word);
}
