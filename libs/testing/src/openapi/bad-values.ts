import { targetOf, type ApiRequest, type RequestParts } from './requests';
import { resolve, type OpenApi, type Operation, type Schema } from './schema';

/** A value of every JSON kind, and values that have broken parsers before. */
const JSON_VALUES: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 5],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a huge number', 1e308],
  ['true', true],
  ['an empty list', []],
  ['a list of numbers', [1]],
  ['a list of lists', [[]]],
  ['an empty object', {}],
  ['an object that names its constructor', { constructor: 1 }],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(50_000)],
  ['a text with NUL', 'a\0b'],
  ['a deep nesting', JSON.parse('['.repeat(24) + ']'.repeat(24))],
];

/** The same for a path or query; a list is a repeated parameter. */
const TEXT_VALUES: readonly (readonly [string, string | readonly string[]])[] = [
  ['null', 'null'],
  ['a number', '5'],
  ['a negative number', '-1'],
  ['a fraction', '1.5'],
  ['a huge number', '9'.repeat(400)],
  ['true', 'true'],
  ['a list', '[]'],
  ['an object', '{}'],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(5_000)],
  ['a text with NUL', 'a\0b'],
  ['a text outside of ASCII', '\u0661\ud83d\ude00'],
  ['two values', ['1', '2']],
];

/** A request with one invalid field. */
export interface BadRequest extends ApiRequest {
  /** Such as "POST /orders: order.maker is null". */
  readonly what: string;
}

/** For each parameter of an operation each of TEXT_VALUES; the rest is as in `good`. */
export function badParameters(operation: Operation, { values, body }: RequestParts): readonly BadRequest[] {
  return operation.parameters.flatMap(({ name, in: place }, at) =>
    place === 'header'
      ? []
      : TEXT_VALUES.filter(([, value]) => place === 'query' || (typeof value === 'string' && value !== '')).map(
          ([kind, value]) => ({
            what: `${operation.name}: ${name} is ${kind}`,
            method: operation.method,
            target: targetOf(operation, values.with(at, value)),
            body,
          }),
        ),
  );
}

/** For the body of an operation and for each of its fields, at any depth, each of JSON_VALUES; the rest is as in `good`. */
export function badBodies(operation: Operation, document: OpenApi, { values, body }: RequestParts): readonly BadRequest[] {
  if (operation.body === undefined) return [];
  const whole = JSON_VALUES.map(([kind, value]) => [`the body is ${kind}`, value] as const);
  return [...whole, ...badFields(operation.body, document, body, '')].map(([what, bad]) => ({
    what: `${operation.name}: ${what}`,
    method: operation.method,
    target: targetOf(operation, values),
    body: bad,
  }));
}

function badFields(schema: Schema, document: OpenApi, good: unknown, prefix: string): readonly (readonly [string, unknown])[] {
  const { properties, allOf, items } = resolve(schema, document);
  if (allOf !== undefined) return allOf.flatMap((part) => badFields(part, document, good, prefix));
  if (Array.isArray(good) && items !== undefined) {
    const [first, ...rest] = good as readonly unknown[];
    const inside = badFields(items, document, first, `${prefix}item.`).map(([what, item]) => [what, [item, ...rest]] as const);
    return [...inside, ...JSON_VALUES.map(([kind, value]) => [`${prefix}an item is ${kind}`, [value, ...rest]] as const)];
  }
  if (typeof good !== 'object' || good === null) return [];
  return Object.entries(properties ?? {}).flatMap(([name, inner]) => {
    const bad = JSON_VALUES.map(([kind, value]) => [`${prefix}${name} is ${kind}`, { ...good, [name]: value }] as const);
    const deeper = badFields(inner, document, Object.entries(good).find(([known]) => known === name)?.[1], `${prefix}${name}.`);
    return [...bad, ...deeper.map(([what, value]) => [what, { ...good, [name]: value }] as const)];
  });
}
