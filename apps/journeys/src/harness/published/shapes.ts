import { fieldsOf, type Fields } from '../reads';

/** Whether a value has a type in the interface's notation, such as "array of {token_id string, price number}". */
export function isOfType(value: unknown, words: string): boolean {
  const nested = /^array of \{(.*)\}/.exec(words)?.[1];
  if (nested !== undefined) return isListOf(value, (item) => isObject(item) && hasAll(item, nested, words));
  if (words.startsWith('array of string')) return isListOf(value, (item) => typeof item === 'string');
  if (words.startsWith('array')) return isListOf(value, isObject);
  if (words.startsWith('object')) return isObject(value) && hasAll(value, words.replace(/^object:?\s*/, ''), words);
  const is = PLAIN[/^[a-z-]+/.exec(words)?.[0] ?? ''];
  if (is === undefined) throw new Error(`the interface has a type that no code reads: ${words}`);
  return is(value);
}

/** Whether a value reveals its type; null, empty texts and empty lists do not. */
export function revealsType(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  nullable: (value) => value === null || typeof value === 'string' || typeof value === 'boolean',
  'date-time': (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value)),
};

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an object has the named fields: "a string, b (array of {c string})", or "a, b" where all are strings. */
function hasAll(value: Fields, names: string, words: string): boolean {
  const lists = [...names.matchAll(/(\w+) \((array of \{[^}]*\})\)/g)];
  const plain = lists.reduce((rest, [each]) => rest.replace(each, ''), names);
  const isAllStrings = words.endsWith('all strings');
  const fields = isAllStrings
    ? (/(?:\{|^)([\w, ]+)(?:\}|$)/.exec(plain)?.[1] ?? '').split(', ').map((name) => [name.trim(), 'string'] as const)
    : [...plain.matchAll(/(\w+) (string|integer|number|boolean)/g)].map(
        ([, name, type]) => [String(name), String(type)] as const,
      );
  const all = [...fields, ...lists.map(([, name, type]) => [String(name), String(type)] as const)];
  return all.every(([name, type]) => isOfType(fieldsOf(value)[name], type));
}
